/** Statements whose order does not matter. */

import { ts } from "ts-morph";

/** A statement that only assigns. */
interface Assignment {
  /** The target, such as `count` or `this.#count`. */
  readonly target: string;
  /** The nodes of the value, which is pure. */
  readonly reads: readonly ts.Node[];
}

/** Whether two statements certainly do the same in either order: pure assignments that do not read each other's targets. */
export function areIndependent(first: ts.ExpressionStatement, second: ts.ExpressionStatement): boolean {
  const [one, other] = [assignmentOf(first.expression), assignmentOf(second.expression)];
  return one !== undefined && other !== undefined && one.target !== other.target &&
    !isRead(one.target, other.reads) && !isRead(other.target, one.reads);
}

function assignmentOf(node: ts.Expression): Assignment | undefined {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const isChange = node.operator === ts.SyntaxKind.PlusPlusToken ||
      node.operator === ts.SyntaxKind.MinusMinusToken;
    return isChange && isTarget(node.operand) ? { target: node.operand.getText(), reads: [] } : undefined;
  }
  if (!ts.isBinaryExpression(node) || !isTarget(node.left)) return undefined;
  const kind = node.operatorToken.kind;
  const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
  if (!isAssignment || !isPure(node.right)) return undefined;
  return { target: node.left.getText(), reads: partsOf(node.right) };
}

/** A name or a member of `this`: no other expression is an alias of it. */
function isTarget(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return true;
  return ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
}

/** Whether evaluating a node calls, constructs, awaits and assigns nothing. The body of a function is not evaluated. */
function isPure(node: ts.Node): boolean {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return true;
  const isDoing = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isDeleteExpression(node) ||
    ts.isExpression(node) && assignmentOf(node) !== undefined;
  return !isDoing && !(ts.forEachChild(node, (child) => !isPure(child) || undefined) ?? false);
}

function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return [];
  const parts = [node];
  ts.forEachChild(node, (child) => void parts.push(...partsOf(child)));
  return parts;
}

function isRead(target: string, reads: readonly ts.Node[]): boolean {
  return reads.some((node) => node.getText() === target);
}
