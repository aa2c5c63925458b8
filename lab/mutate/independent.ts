/**
 * Which statements do the same in either order.
 *
 * @module
 */

import { ts } from "ts-morph";

/** What a statement does when all it does is to give a new value to something. */
interface Assignment {
  /** The text of what is assigned to, such as `count` or `this.#count`. */
  readonly target: string;
  /** The nodes of which the value is made; none of them does anything. */
  readonly reads: readonly ts.Node[];
}

/**
 * Whether two statements do the same in either order: both assign to something, what one assigns to the other neither
 * assigns to nor reads, and nothing is called.
 *
 * @param first A statement.
 * @param second The next one.
 * @returns Whether it is certain that they do.
 */
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
  if (!isAssignment || !isQuiet(node.right)) return undefined;
  return { target: node.left.getText(), reads: partsOf(node.right) };
}

/** A name or a member of `this`: nothing else can be another name for the same thing. */
function isTarget(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return true;
  return ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;
}

/** Whether a value can be had at any time: nothing is called, made or waited for. What a function would do is not done. */
function isQuiet(node: ts.Node): boolean {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return true;
  const isDoing = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) || ts.isTaggedTemplateExpression(node) || ts.isDeleteExpression(node) ||
    ts.isExpression(node) && assignmentOf(node) !== undefined;
  return !isDoing && !(ts.forEachChild(node, (child) => !isQuiet(child) || undefined) ?? false);
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
