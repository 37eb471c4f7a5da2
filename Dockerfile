# The image of the site and of the worker; what runs is chosen by the command.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md ./
COPY adjudicator adjudicator
COPY atlas atlas
COPY correspondence correspondence
COPY web web
COPY worker worker
RUN python -m venv /opt/rookery && /opt/rookery/bin/pip install --no-cache-dir .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/rookery rookery
COPY --from=build /opt/rookery /opt/rookery
ENV PATH=/opt/rookery/bin:$PATH PYTHONUNBUFFERED=1 ROOKERY_DATA=/var/lib/rookery
USER rookery
WORKDIR /var/lib/rookery
EXPOSE 8000
CMD ["rookery", "serve", "--host", "0.0.0.0"]
