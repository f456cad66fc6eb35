# Leadlight: one image for all roles. Build it with `docker compose build`, or with
#
#   docker build --tag leadlight .
#
# The root file system can be read-only: only /data (embedded database, generated key, backups) and /tmp are written to.

# The pages and the client code. No stage runs install scripts of packages.
FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build

# The program with the packages of a running server, including the embedded PostgreSQL, whose library links are created here.
# The compile cache is filled in the folder where the code runs, because it depends on the path.
FROM node:24-bookworm-slim AS program
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
COPY --from=build /src/dist dist
RUN node scripts/image/assemble.ts /app

FROM node:24-bookworm-slim
ARG VERSION=2.1.0-dev
LABEL org.opencontainers.image.title="Leadlight" \
      org.opencontainers.image.description="Self-hosted lead management and advertising analytics" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION"
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=program --chown=root:root /app /app
WORKDIR /app
# Listen on all interfaces, and keep npm from writing files. NODE_ENV is for commands that run next to the server.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    NPM_CONFIG_CACHE=/tmp/.npm \
    NPM_CONFIG_LOGS_MAX=0 \
    NPM_CONFIG_UPDATE_NOTIFIER=false
USER node
VOLUME /data
EXPOSE 3000 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "server/cli/healthcheck.ts"]
CMD ["sh", "server/start.sh"]
