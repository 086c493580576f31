# Compiles the sources in a first stage. The image runs the compiled JavaScript and contains no development dependencies.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json ./packages/client/
COPY examples/shop/package.json ./examples/shop/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY schemas ./schemas
COPY projections ./projections
COPY packages ./packages
COPY src ./src
COPY scripts ./scripts
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund
# The commands of the guides work in the image too, without the sources.
RUN npm pkg set scripts.start="exec node --enable-source-maps dist/src/main.js" scripts.cli="node dist/scripts/cli.js" scripts.demo="node dist/scripts/demo.js"

FROM node:24-slim
# npm, which runs the command line, writes its log to the only writable folder of a read-only container.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data npm_config_cache=/tmp/npm
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json ./
COPY --from=build /app/dist ./dist
# /docs serves the guides, the OpenAPI documents, and the files that the guides link to.
COPY schemas ./schemas
COPY docs ./docs
COPY ops ./ops
COPY packages/client/README.md ./packages/client/
COPY README.md CHANGELOG.md Dockerfile docker-compose.yml config.example.yaml ./
RUN ln -s /app/dist/scripts/cli.js /usr/local/bin/svc-ledger
RUN mkdir /data /checkpoints && chown node:node /data /checkpoints
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process, so it receives the stop signal.
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
