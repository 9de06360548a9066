# Packages of everything, to build the console.
FROM node:24-bookworm-slim AS console
WORKDIR /app
COPY . .
RUN npm ci && npm run build --workspace console

# Packages of the server and the CLI alone. Node comes from the image, so the packages of the root stay out.
FROM node:24-bookworm-slim AS server
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --workspace server --workspace sdk

FROM node:24-bookworm-slim
WORKDIR /app
# For repositories and coding sessions; bubblewrap is the wall around their commands and around the browser.
RUN apt-get update && apt-get install -y --no-install-recommends git bubblewrap && rm -rf /var/lib/apt/lists/*
# The browser of automated tests. `--build-arg BROWSER=` leaves it out, and the image is 300 MB smaller.
ARG BROWSER=chromium-headless-shell
RUN test -z "$BROWSER" || { apt-get update && apt-get install -y --no-install-recommends "$BROWSER" fonts-liberation \
  && rm -rf /var/lib/apt/lists/*; }
# Owned by the account that runs it: the first start completes the PostgreSQL binaries with links.
COPY --from=server --chown=node:node /app .
COPY --from=console --chown=node:node /app/console/dist console/dist
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8787}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
