# One image for both roles: QM_ROLE decides what a container does.

FROM node:24-slim AS install
WORKDIR /app
COPY . .
# Without development tools and without the embedded PostgreSQL: a container needs DATABASE_URL.
# With an empty INSTALL_OPTIONS the image has the embedded PostgreSQL too (docker-compose.single.yml).
ARG INSTALL_OPTIONS=--no-optional
RUN npx -y pnpm@12 install --prod $INSTALL_OPTIONS --frozen-lockfile \
  --filter '@quartermaster/gateway...'

# The console is built here, so that the image needs neither Vite nor its sources' dependencies.
FROM node:24-slim AS console
WORKDIR /app
COPY . .
RUN npx -y pnpm@12 install --prod --frozen-lockfile --filter '@quartermaster/console...' \
  && node apps/gateway/src/console/build-now.ts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 QM_DATA_DIR=/data
WORKDIR /app
COPY --from=install --chown=root:root /app /app
COPY --from=console --chown=root:root /app/apps/console/dist /app/apps/console/dist
RUN mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "apps/gateway/src/check-health.ts"]
CMD ["node", "--max-semi-space-size=16", "--no-memory-reducer", "--heap-growing-percent=80", "--no-allocation-site-pretenuring", "apps/gateway/main.js"]
