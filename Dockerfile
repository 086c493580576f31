# The service, run from its sources. No compiler and no install scripts are needed: see .npmrc.
FROM node:22-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json tsconfig.json ./
COPY schemas ./schemas
COPY projections ./projections
COPY src ./src
COPY scripts ./scripts
# What /docs shows: the guides, and the files that they link to.
COPY docs ./docs
COPY ops ./ops
COPY README.md CHANGELOG.md Dockerfile docker-compose.yml config.example.yaml ./
RUN mkdir /data /checkpoints && chown node:node /data /checkpoints
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that it gets the signal to stop.
CMD ["node", "--import", "tsx", "src/main.ts"]
