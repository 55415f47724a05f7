export const connectionUrl = (password: string, port: number): string =>
  `postgres://quartermaster:${password}@127.0.0.1:${port}/quartermaster`
