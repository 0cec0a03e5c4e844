import ts from 'typescript'

/** One small change of a file: the characters from `start` to `end` become `text`. */
export type Mutant = { start: number; end: number; text: string; kind: string }

const swaps: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
])
const methods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])

/** Is the node read when types are checked only, or a name of a file? */
function isSilent(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  )
}

/** A pattern with one anchor or quantifier less; what stands in a class or behind a backslash is left alone. */
function mutatePattern(literal: string, start: number): Mutant[] {
  const mutants: Mutant[] = []
  const last = literal.lastIndexOf('/')
  let isClass = false
  for (let at = 1; at < last; at++) {
    const char = literal.charAt(at)
    const before = literal.charAt(at - 1)
    if (char === '\\') at++
    else if (char === '[') isClass = true
    else if (char === ']') isClass = false
    else if (!isClass && (/[$*+]/.test(char) || (char === '^' && at < last - 1) || (char === '?' && before !== '(')))
      mutants.push({ start: start + at, end: start + at + 1, text: '', kind: `pattern without ${char}` })
  }
  return mutants
}

/** Changes that one node of the syntax tree allows. */
function mutateNode(node: ts.Node, source: ts.SourceFile): Mutant[] {
  const change = (of: ts.Node, text: string, kind: string): Mutant => ({
    start: of.getStart(source),
    end: of.getEnd(),
    text,
    kind,
  })
  if (ts.isBinaryExpression(node)) {
    const { operatorToken: operator } = node
    const other = swaps.get(operator.kind)
    if (other) return [change(operator, other, `${operator.getText(source)} becomes ${other}`)]
    if (operator.kind === ts.SyntaxKind.QuestionQuestionToken)
      return [change(node, node.left.getText(source), 'no value in place of none')]
    return []
  }
  if (ts.isIfStatement(node))
    return [
      change(node.expression, 'true', 'condition is true'),
      change(node.expression, 'false', 'condition is false'),
    ]
  if (ts.isConditionalExpression(node))
    return [change(node.condition, 'true', 'condition is true'), change(node.condition, 'false', 'condition is false')]
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text)
    return Number.isSafeInteger(value)
      ? [change(node, `${value + 1}`, 'one more'), change(node, `(${value - 1})`, 'one less')]
      : []
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [change(node, node.operand.getText(source), 'without !')]
  if (ts.isReturnStatement(node) && node.expression) return [change(node.expression, 'undefined', 'returns nothing')]
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [change(node.body, 'undefined', 'gives nothing')]
  if (ts.isStringLiteral(node) && node.text !== '') return [change(node, "''", 'empty text')]
  if (ts.isRegularExpressionLiteral(node)) return mutatePattern(node.getText(source), node.getStart(source))
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const name = node.expression.name
    const other = methods.get(name.text)
    if (other) return [change(name, other, `${name.text} becomes ${other}`)]
    if (name.text === 'filter' || name.text === 'trim')
      return [change(node, node.expression.expression.getText(source), `without ${name.text}`)]
  }
  return []
}

/** Every small change of a file that might do something, in the order of the file. */
export function findMutants(name: string, text: string): Mutant[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  const mutants: Mutant[] = []
  const open: ts.Node[] = [source]
  for (let node = open.pop(); node; node = open.pop()) {
    if (isSilent(node)) continue
    mutants.push(...mutateNode(node, source))
    ts.forEachChild(node, (child) => void open.push(child))
  }
  return mutants.sort((one, other) => one.start - other.start || (one.kind < other.kind ? -1 : 1))
}

/** The file's text with the change made. */
export const applyMutant = (text: string, { start, end, text: other }: Mutant): string =>
  text.slice(0, start) + other + text.slice(end)
