/** Finds the mutations of a TypeScript text, in the order of their places, outer ones before inner ones. */

import { ts } from "ts-morph";
import { areIndependent } from "./independent.ts";
import type { FoundMutation, MutationForm, MutationKind } from "./mutation.ts";
import { regexMutants } from "./regex_mutants.ts";

/**
 * Members of definitions that a call does not use, by the function that takes the definition. A test compares `needs`
 * with what the reference player is asked. The compiler refuses a namespace whose name is not that of its operations.
 */
const documentedMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  defineOperation: new Set(["needs", "result", "failureFields", "errors", "events"]),
  defineNamespace: new Set(["name"]),
};

/** Functions whose further arguments are documentation. */
const documenting: ReadonlySet<string> = new Set(["described", "documentedAs"]);

const otherOperator: Readonly<Partial<Record<ts.SyntaxKind, readonly [MutationKind, string]>>> = {
  [ts.SyntaxKind.LessThanToken]: ["comparison", "<="],
  [ts.SyntaxKind.LessThanEqualsToken]: ["comparison", "<"],
  [ts.SyntaxKind.GreaterThanToken]: ["comparison", ">="],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ["comparison", ">"],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ["comparison", "!=="],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ["comparison", "==="],
  [ts.SyntaxKind.PlusToken]: ["arithmetic", "-"],
  [ts.SyntaxKind.MinusToken]: ["arithmetic", "+"],
  [ts.SyntaxKind.AsteriskToken]: ["arithmetic", "/"],
  [ts.SyntaxKind.SlashToken]: ["arithmetic", "*"],
  [ts.SyntaxKind.PercentToken]: ["arithmetic", "*"],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ["logic", "||"],
  [ts.SyntaxKind.BarBarToken]: ["logic", "&&"],
  [ts.SyntaxKind.PlusEqualsToken]: ["assignment", "-="],
  [ts.SyntaxKind.MinusEqualsToken]: ["assignment", "+="],
};

/** Replacements of methods. */
const otherMethod: Readonly<Record<string, string>> = {
  startsWith: "endsWith",
  endsWith: "startsWith",
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  push: "unshift",
  shift: "pop",
  find: "findLast",
  findIndex: "findLastIndex",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
  trunc: "ceil",
  floor: "ceil",
};

/** Methods whose call is replaced by the value itself. */
const droppedMethods: ReadonlySet<string> = new Set([
  "filter",
  "trim",
  "slice",
  "subarray",
  "toLowerCase",
  "toUpperCase",
  "sort",
  "toSorted",
  "normalize",
  "replace",
  "replaceAll",
  "padStart",
  "reverse",
]);

/**
 * Finds the mutations of a file.
 *
 * @param text A TypeScript file.
 * @returns Its mutations in the order of their places, outer ones before inner ones.
 */
export function findMutations(text: string): FoundMutation[] {
  const source = ts.createSourceFile("file.ts", text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TS);
  const finder = new Finder(source, text);
  finder.visit(source);
  return finder.found;
}

class Finder {
  readonly found: FoundMutation[] = [];
  readonly #source: ts.SourceFile;
  readonly #text: string;
  #where: readonly string[] = [];

  constructor(source: ts.SourceFile, text: string) {
    this.#source = source;
    this.#text = text;
  }

  visit(node: ts.Node): void {
    if (isIgnored(node)) return;
    const name = nameOf(node);
    const before = this.#where;
    if (name !== undefined) this.#where = [...before, name];
    this.#visitNode(node);
    ts.forEachChild(node, (child) => this.visit(child));
    this.#where = before;
  }

  #visitNode(node: ts.Node): void {
    if (isLimit(node)) {
      const { initializer } = node;
      this.#replace(initializer, "limit", `(${this.#textOf(initializer)}) + 1`);
      this.#replace(initializer, "limit", `(${this.#textOf(initializer)}) - 1`);
    }
    if (ts.isStatement(node)) this.#mutateStatement(node);
    else if (ts.isExpression(node)) this.#mutateExpression(node);
    else if (ts.isObjectLiteralElement(node)) this.#mutateMember(node);
    if (ts.isBlock(node) || ts.isSourceFile(node) || ts.isCaseOrDefaultClause(node)) {
      this.#swap(node.statements);
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) this.#mutateBody(node.body);
  }

  #mutateStatement(node: ts.Statement): void {
    const condition = conditionOf(node);
    if (condition) this.#negate(condition);
    if (ts.isExpressionStatement(node) ? !isSuperCall(node.expression) : isLeaving(node)) {
      this.#add(node, "statement", "statement", "");
    }
  }

  #mutateExpression(node: ts.Expression): void {
    if (isArrayMember(node)) this.#add(node, "element", "element", "");
    if (!isReplaceable(node)) return;
    const text = this.#textOf(node);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      if (!isTypeOfText(node)) this.#replace(node, "text", JSON.stringify(node.text + "!"));
    } else if (ts.isTemplateExpression(node)) {
      this.#replace(node, "text", `${text} + "!"`);
    } else if (ts.isNumericLiteral(node)) {
      if (isPartOfLimit(node)) return;
      this.#replace(node, "number", String(Number(node.text) + 1));
      this.#replace(node, "number", String(Number(node.text) - 1));
    } else if (ts.isRegularExpressionLiteral(node)) {
      for (const other of regexMutants(node.text)) this.#replace(node, "text", other);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) this.#replace(node, "boolean", "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) this.#replace(node, "boolean", "true");
    else if (ts.isConditionalExpression(node)) this.#negate(node.condition);
    else if (ts.isBinaryExpression(node)) this.#mutateBinary(node);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) this.#mutateUnary(node);
    else if (ts.isAwaitExpression(node)) {
      // An async function waits for its result in any case.
      const isReturned = ts.isReturnStatement(node.parent) && !isWithinTry(node);
      if (!isReturned) this.#replace(node, "await", this.#textOf(node.expression));
    } else if (ts.isCallExpression(node)) this.#mutateCall(node);
  }

  #mutateBinary(node: ts.BinaryExpression): void {
    const [left, right] = [this.#textOf(node.left), this.#textOf(node.right)];
    const kind = node.operatorToken.kind;
    const other = otherOperator[kind];
    if (other) {
      const isConcatenation = kind === ts.SyntaxKind.PlusToken && (isText(node.left) || isText(node.right));
      if (!isConcatenation) this.#replace(node, other[0], `${left} ${other[1]} ${right}`);
    } else if (kind === ts.SyntaxKind.QuestionQuestionToken) this.#replace(node, "default", left);
    else if (kind === ts.SyntaxKind.InKeyword || kind === ts.SyntaxKind.InstanceOfKeyword) {
      if (!isCondition(node)) {
        this.#replace(node, "condition", `!(${left} ${node.operatorToken.getText()} ${right})`);
      }
    } else if (kind === ts.SyntaxKind.QuestionQuestionEqualsToken) {
      this.#replace(node, "default", `${left} = ${right}`);
    }
  }

  #mutateUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): void {
    const operand = this.#textOf(node.operand);
    switch (node.operator) {
      case ts.SyntaxKind.PlusPlusToken:
        return this.#replace(
          node,
          "arithmetic",
          ts.isPrefixUnaryExpression(node) ? `--${operand}` : `${operand}--`,
        );
      case ts.SyntaxKind.MinusMinusToken:
        return this.#replace(
          node,
          "arithmetic",
          ts.isPrefixUnaryExpression(node) ? `++${operand}` : `${operand}++`,
        );
      case ts.SyntaxKind.MinusToken:
        return this.#replace(node, "arithmetic", operand);
      case ts.SyntaxKind.ExclamationToken:
        if (!isCondition(node)) this.#replace(node, "condition", operand);
    }
  }

  #mutateCall(node: ts.CallExpression): void {
    const callee = node.expression;
    if (!ts.isPropertyAccessExpression(callee) || ts.isOptionalChain(node)) return;
    const method = callee.name.text;
    const owner = this.#textOf(callee.expression);
    const other = Object.hasOwn(otherMethod, method) ? otherMethod[method] : undefined;
    if (other !== undefined) {
      const rest = this.#text.slice(callee.name.getEnd(), node.getEnd());
      this.#replace(node, "method", `${owner}.${other}${rest}`);
    } else if (droppedMethods.has(method)) this.#replace(node, "method", owner);
  }

  #mutateMember(node: ts.ObjectLiteralElement): void {
    if (!ts.isObjectLiteralExpression(node.parent) || ts.isAccessor(node) || isTarget(node.parent)) return;
    this.#add(node, "field", "property", "");
  }

  /** An arrow function whose body is an expression. */
  #mutateBody(body: ts.Expression): void {
    if (ts.isCallExpression(body) || ts.isAwaitExpression(body) || ts.isVoidExpression(body)) {
      this.#replace(body, "function", "undefined");
    }
  }

  #negate(condition: ts.Expression): void {
    // The mutation of the comparison is its negation.
    if (ts.isBinaryExpression(condition) && isEquality(condition.operatorToken.kind)) return;
    const isNegation = ts.isPrefixUnaryExpression(condition) &&
      condition.operator === ts.SyntaxKind.ExclamationToken;
    const becomes = isNegation ? this.#textOf(condition.operand) : `!(${this.#textOf(condition)})`;
    this.#add(condition, "condition", "expression", becomes);
  }

  /** Adjacent expression statements, unless their order does not matter. */
  #swap(statements: ts.NodeArray<ts.Statement>): void {
    for (const [index, first] of statements.entries()) {
      const second = statements[index + 1];
      if (!second || !ts.isExpressionStatement(first) || !ts.isExpressionStatement(second)) continue;
      if (isSuperCall(first.expression) || areIndependent(first, second)) continue;
      this.#add(first, "order", "swap", this.#textOf(second), second.getEnd());
    }
  }

  #replace(node: ts.Expression, kind: MutationKind, becomes: string): void {
    if (isReplaceable(node)) this.#add(node, kind, "expression", becomes);
  }

  #add(node: ts.Node, kind: MutationKind, form: MutationForm, becomes: string, secondEnd?: number): void {
    this.found.push({
      kind,
      form,
      start: node.getStart(this.#source),
      end: node.getEnd(),
      becomes,
      ...secondEnd === undefined ? {} : { secondEnd },
      where: this.#where.join("."),
    });
  }

  #textOf(node: ts.Node): string {
    return this.#text.slice(node.getStart(this.#source), node.getEnd());
  }
}

/** Types, imports, exports, and code that only documents and tests use. */
function isIgnored(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isHeritageClause(node)) return true;
  if (ts.isTypeParameterDeclaration(node)) return true;
  const { parent } = node;
  if (ts.isCallExpression(node) && isStrictSchema(node)) return true;
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    if (!ts.isIdentifier(node.name)) return false;
    if (ts.isPropertyAssignment(node) && node.name.text === "description") {
      return ts.isStringLiteral(node.initializer);
    }
    return node.name.text === "payload" || isDocumentedMember(parent, node.name.text);
  }
  if (parent && ts.isCallExpression(parent)) {
    if (parent.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
    const { expression } = parent;
    if (ts.isIdentifier(expression) && documenting.has(expression.text)) {
      return parent.arguments[0] !== node && expression !== node;
    }
  }
  return false;
}

/** `v.strictObject(…)`. */
function isStrictSchema({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === "strictObject";
}

function isDocumentedMember(definition: ts.Node, name: string): boolean {
  return ts.isObjectLiteralExpression(definition) && ts.isCallExpression(definition.parent) &&
    ts.isIdentifier(definition.parent.expression) &&
    documentedMembers[definition.parent.expression.text]?.has(name) === true;
}

/** Returns the name of a declaration. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node) ||
    ts.isAccessor(node);
  if (!isNamed || !node.name) return undefined;
  if (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name) || ts.isStringLiteral(node.name)) {
    return node.name.text;
  }
  return undefined;
}

/** A numeric constant in capitals: a limit. */
function isLimit(node: ts.Node): node is ts.VariableDeclaration & { readonly initializer: ts.Expression } {
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) &&
    /^[A-Z][A-Z0-9_]*$/.test(node.name.text) &&
    node.initializer !== undefined && isArithmetic(node.initializer);
}

function isArithmetic(node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node)) return true;
  return ts.isBinaryExpression(node) && isArithmetic(node.left) && isArithmetic(node.right);
}

function isPartOfLimit(node: ts.Node): boolean {
  let each = node;
  while (ts.isBinaryExpression(each.parent)) each = each.parent;
  return isLimit(each.parent);
}

function conditionOf(node: ts.Statement): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  return ts.isForStatement(node) ? node.condition : undefined;
}

function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return ts.isStatement(parent) && conditionOf(parent) === node;
}

function isEquality(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

/** A return, throw, break or continue that is not the last statement of its function. */
function isLeaving(node: ts.Statement): boolean {
  if (ts.isThrowStatement(node) || ts.isBreakStatement(node) || ts.isContinueStatement(node)) return true;
  if (!ts.isReturnStatement(node)) return false;
  const { parent } = node;
  const isLast = ts.isBlock(parent) && ts.isFunctionLike(parent.parent) && parent.statements.at(-1) === node;
  return !isLast;
}

function isSuperCall(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return isText(node.left) || isText(node.right);
  }
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** `"string"` in `typeof x === "string"`: the comparison is mutated already. */
function isTypeOfText(node: ts.Expression): boolean {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && isEquality(parent.operatorToken.kind) &&
    (ts.isTypeOfExpression(parent.left) || ts.isTypeOfExpression(parent.right));
}

function isArrayMember(node: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(node.parent) && !ts.isOmittedExpression(node) && !isTarget(node.parent);
}

function isWithinTry(node: ts.Node): boolean {
  for (let each = node; !ts.isFunctionLike(each) && each.parent; each = each.parent) {
    if (ts.isTryStatement(each.parent) && each.parent.tryBlock === each) return true;
  }
  return false;
}

/** The target of an assignment. */
function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) {
    const kind = parent.operatorToken.kind;
    return parent.left === node && kind >= ts.SyntaxKind.FirstAssignment &&
      kind <= ts.SyntaxKind.LastAssignment;
  }
  return ts.isForOfStatement(parent) && parent.initializer === node;
}

/** Whether another expression can replace this one. */
function isReplaceable(node: ts.Expression): boolean {
  const { parent } = node;
  if (isTarget(node) || ts.isTaggedTemplateExpression(parent)) return false;
  const isName = (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) || ts.isBindingElement(parent)) && (parent.name as ts.Node) === node;
  if (isName || (ts.isBindingElement(parent) && parent.propertyName === (node as ts.Node))) return false;
  if (ts.isCallExpression(parent) && parent.expression === node) return false;
  // Part of a chain like `a?.b.c`.
  return !(ts.isOptionalChain(node) && ts.isOptionalChain(parent) && parent.expression === node);
}
