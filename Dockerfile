# What packages there are. Nothing else: a change of code leaves the layers with packages as they are.
FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY console/package.json console/

# Packages of everything, to build the console.
FROM manifests AS console
RUN npm ci
COPY contract contract
COPY sdk sdk
COPY docs docs
COPY console console
RUN npm run build --workspace console

# Packages of the server and the CLI alone. Node comes from the image, so the packages of the root stay out.
FROM manifests AS packages
RUN npm ci --omit=dev --workspace server --workspace sdk

FROM node:24-bookworm-slim
WORKDIR /app
# For repositories and coding sessions; bubblewrap is the wall around their commands and around the browser.
RUN apt-get update && apt-get install -y --no-install-recommends git bubblewrap && rm -rf /var/lib/apt/lists/*
# The browser of automated tests. `--build-arg BROWSER=` leaves it out, and the image is 300 MB smaller.
ARG BROWSER=chromium-headless-shell
RUN test -z "$BROWSER" || { apt-get update && apt-get install -y --no-install-recommends "$BROWSER" fonts-liberation \
  && rm -rf /var/lib/apt/lists/*; }
RUN mkdir /data && chown node:node /data
# Owned by the account that runs it: the first start completes the PostgreSQL binaries with links.
COPY --from=packages --chown=node:node /app/node_modules node_modules
COPY --chown=node:node package.json package-lock.json LICENSE README.md CHANGELOG.md .env.example openapi.json ./
COPY --chown=node:node contract contract
COPY --chown=node:node sdk/package.json sdk/package.json
COPY --chown=node:node sdk/src sdk/src
COPY --chown=node:node server/package.json server/package.json
COPY --chown=node:node server/migrations server/migrations
COPY --chown=node:node server/src server/src
COPY --chown=node:node console/package.json console/package.json
COPY --chown=node:node docs docs
COPY --from=console --chown=node:node /app/console/dist console/dist
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8787}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
