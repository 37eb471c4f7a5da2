# The image of the site, the workers and the schedule; the command chooses which.
FROM python:3.13.7-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE.md ./
COPY adjudicator adjudicator
COPY atlas atlas
COPY correspondence correspondence
COPY narration narration
COPY web web
COPY worker worker
RUN python -m venv /opt/rookery && /opt/rookery/bin/pip install --no-cache-dir '.[pdf,dkim]'

FROM python:3.13.7-slim-bookworm
# WeasyPrint needs these for PDF files.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/rookery rookery \
    && install --directory --owner rookery --mode 0700 /backups
COPY --from=build /opt/rookery /opt/rookery
# Shown by `rookery --version`: docker compose build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=
ENV ROOKERY_COMMIT=$COMMIT PATH=/opt/rookery/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 ROOKERY_DATA=/var/lib/rookery
USER rookery
WORKDIR /var/lib/rookery
VOLUME ["/var/lib/rookery", "/backups"]
EXPOSE 8000
# By default the database is a file in the volume. docker-compose.yml starts a full service.
CMD ["rookery", "serve", "--host", "0.0.0.0"]
