/** Renders the part of Helm's template language that the chart uses; anything else throws. */
export function renderTemplate(text: string, context: object): string {
  const tokens = tokenize(text)
  const { nodes, next } = parse(tokens, 0)
  if (next !== tokens.length) throw new Error('An end too many')
  return nodes.map((node) => node({ dot: context, variables: {} })).join('')
}

type Scope = { readonly dot: unknown; readonly variables: Readonly<Record<string, unknown>> }
type Node = (scope: Scope) => string
type Token = { readonly kind: 'text' | 'action'; readonly text: string }

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\{\{(-)?\s*(.*?)\s*(-)?\}\}/gs
  let from = 0
  let isTrimmed = false
  for (const match of text.matchAll(pattern)) {
    const [whole, before, action = '', after] = match
    let literal = text.slice(from, match.index)
    if (isTrimmed) literal = literal.trimStart()
    if (before) literal = literal.trimEnd()
    tokens.push({ kind: 'text', text: literal }, { kind: 'action', text: action })
    from = match.index + whole.length
    isTrimmed = after !== undefined
  }
  const rest = text.slice(from)
  tokens.push({ kind: 'text', text: isTrimmed ? rest.trimStart() : rest })
  return tokens
}

function parse(tokens: readonly Token[], start: number): { nodes: Node[]; next: number } {
  const nodes: Node[] = []
  let at = start
  while (at < tokens.length) {
    const { kind, text } = tokens[at] as Token
    at++
    if (kind === 'text') {
      nodes.push(() => text)
      continue
    }
    if (text === 'end') return { nodes, next: at }
    const [, word = '', rest = ''] = /^(if|with|range)\s+(.*)$/.exec(text) ?? []
    if (word === '') {
      nodes.push((scope) => String(evaluate(text, scope)))
      continue
    }
    const body = parse(tokens, at)
    at = body.next
    nodes.push(block(word, rest, body.nodes))
  }
  return { nodes, next: at }
}

function block(word: string, rest: string, body: readonly Node[]): Node {
  const all = (scope: Scope) => body.map((node) => node(scope)).join('')
  if (word === 'if') return (scope) => (isTrue(evaluate(rest, scope)) ? all(scope) : '')
  if (word === 'with') {
    return (scope) => {
      const dot = evaluate(rest, scope)
      return isTrue(dot) ? all({ ...scope, dot }) : ''
    }
  }
  const [, name = '', value = '', list = ''] = /^\$(\w+), \$(\w+) := (.*)$/.exec(rest) ?? []
  return (scope) =>
    Object.entries(evaluate(list, scope) as object)
      .map(([key, entry]) => all({ ...scope, variables: { [name]: key, [value]: entry } }))
      .join('')
}

function evaluate(expression: string, scope: Scope): unknown {
  const [first = '', ...pipes] = expression.split(' | ')
  return pipes.reduce<unknown>(
    (value, pipe) => {
      if (pipe === 'quote') return JSON.stringify(String(value))
      const [, fallback] = /^default (\S+)$/.exec(pipe) ?? []
      if (fallback === undefined) throw new Error(`Unknown function: ${pipe}`)
      return isTrue(value) ? value : term(fallback, scope)
    },
    call(first, scope),
  )
}

function call(expression: string, scope: Scope): unknown {
  const [, name, argument = ''] = /^(not|toJson) (\S+)$/.exec(expression) ?? []
  if (name === 'not') return !isTrue(term(argument, scope))
  if (name === 'toJson') return JSON.stringify(term(argument, scope))
  return term(expression, scope)
}

function term(text: string, { dot, variables }: Scope): unknown {
  if (text === '.') return dot
  if (text.startsWith('$')) return variables[text.slice(1)]
  if (!/^(\.\w+)+$/.test(text)) throw new Error(`Unknown expression: ${text}`)
  return text
    .slice(1)
    .split('.')
    .reduce<unknown>((value, member) => {
      const object = value as Record<string, unknown>
      if (!(member in object)) throw new Error(`${text}: there is no ${member}`)
      return object[member]
    }, dot)
}

const isTrue = (value: unknown): boolean =>
  Boolean(value) && !(Array.isArray(value) && value.length === 0)
