FROM oven/bun:1.4.5-slim AS build
WORKDIR /app
COPY package.json bun.lock ./
COPY patches patches
# Optional are the binaries of the embedded PostgreSQL: a container has a PostgreSQL beside it. The removed packages are
# types only: optional peers of Elysia, which Bun installs because the lockfile has them for development.
# The secret is optional: certificates of a private authority, see docs/install.md.
RUN --mount=type=secret,id=ca if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi && bun install --frozen-lockfile --production --omit=optional --ignore-scripts && rm -r node_modules/typescript node_modules/bun-types node_modules/undici-types node_modules/@types
COPY src src
RUN bun run build

FROM oven/bun:1.4.5-slim
WORKDIR /app
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
# Bun would keep what it compiled in a folder, and the file system may be read-only.
ENV BUN_RUNTIME_TRANSPILER_CACHE_PATH=0
COPY --from=build /app/node_modules node_modules
COPY package.json LICENSE ./
COPY drizzle drizzle
COPY src src
# Programs as bundles, which start with half of the CPU.
COPY --from=build /app/dist dist
COPY examples/boards examples/boards
USER bun
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`)).ok ? 0 : 1)"]
CMD ["bun", "dist/main.js"]
