/** The example folder of the seed document: file contents by name. */
export const MULTIPLY: Record<string, string> = {
  'manifest.yaml': `tool_human_name: Multiplication Tool
tool_list:
  - name: multiply
    description: Multiply two numbers.
    parameters:
      type: object
      properties:
        multiplicand: {type: number, description: The multiplicand}
        multiplier: {type: number}
      required: [multiplicand, multiplier]
`,
  'tool.ts': `export class Tools {
  async tool_multiply({ multiplicand, multiplier }: { multiplicand: number; multiplier: number }) {
    return multiplicand * multiplier
  }
}
`,
}
