/** Does to a JSON text what the error says about its line and column; undefined if it says nothing. */
export function correctJson(text: string, error: string): string | undefined {
  const [, line, column, advice = ''] = /line (\d+), column (\d+): (.*)$/s.exec(error) ?? []
  if (line === undefined) return undefined
  const lines = text.split('\n').slice(0, Number(line) - 1)
  const offset = lines.reduce((sum, { length }) => sum + length + 1, 0) + Number(column) - 1
  const [before, after] = [text.slice(0, offset), text.slice(offset)]

  const [, word, wrong = ''] = /^write (\w+) instead of (\w+)/.exec(advice) ?? []
  if (word !== undefined) return before + after.replace(wrong, word)
  if (/single quotes/.test(advice)) return before + after.replace(/'([^']*)'/, '"$1"')
  if (/plain double quotes/.test(advice)) return before + after.replace(/[“”„‘’`]/, '"')
  if (/in double quotes/.test(advice)) return before + after.replace(/[\w$]+/, '"$&"')
  if (/^remove the .*comma/.test(advice)) return before + after.slice(1)
  if (/^remove the comment/.test(advice)) return before + after.replace(/.*/, '')
  if (/^remove the ```/.test(advice)) return text.replaceAll(/```(json)?/g, '')
  if (/^remove the text after/.test(advice)) return before
  if (/^write a backslash/.test(advice)) return `${before}\\${after}`
  if (/^add a comma/.test(advice)) return `${before},${after}`
  const [, missing] = /: (\S+) is missing at the end/.exec(advice) ?? []
  return missing === undefined ? undefined : text + missing
}
