import { defineConfig } from 'vite'

// For `pnpm --filter @quartermaster/console dev`: the page reloads on every change and speaks to the
// gateway on port 8080. `build.ts` has the settings of the build.
const GATEWAY = 'http://127.0.0.1:8080'

export default defineConfig({
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/mcp', '/docs', '/healthz', '/readyz', '/openapi.json', '/favicon.ico'].map(
        (path) => [path, { target: GATEWAY, changeOrigin: false }],
      ),
    ),
  },
})
