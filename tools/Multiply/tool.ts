export class Tools {
  async tool_multiply({ multiplicand, multiplier }: { multiplicand: number; multiplier: number }) {
    return multiplicand * multiplier
  }
}
