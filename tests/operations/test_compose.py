"""docker-compose.yml, .env.example and the Dockerfile: of the right form, and about this program as it is."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest

from correspondence.settings import VARIABLES, Settings
from tests.operations.composition import ROOT, Unset, filled, raw, variables
from worker.cli import main
from worker.messages import HARD_SECONDS, QUEUES

GIVEN = {"SECRET_KEY": "k" * 64, "POSTGRES_PASSWORD": "secret", "SMTP_URL": "smtp://user:password@mail.example:587"}
SERVICES: dict[str, Any] = raw()["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "rookery"}
LASTING = {name: service for name, service in SERVICES.items() if service["restart"] != "no"}


def test_it_is_a_compose_file() -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec.json").read_text())
    validator = jsonschema_rs.validator_for(schema)
    assert [error.message for error in validator.iter_errors(filled(GIVEN))] == []
    broken = filled(GIVEN)
    broken["services"]["web"]["stop_grace_perod"] = "1s"
    assert [error.message for error in validator.iter_errors(broken)], "the schema does refuse something"


@pytest.mark.parametrize("name", OURS)
def test_every_command_is_one_of_the_program(name: str) -> None:
    _parse(OURS[name]["command"])
    check = OURS[name].get("healthcheck")
    if check is not None:
        assert check["test"][0] == "CMD"
        _parse(check["test"][1:])


def _parse(command: list[str]) -> click.Context:
    """Read a command line as the program would; a click error if it does not know a word of it."""
    program, what, *arguments = command
    assert program == "rookery"
    found = main.commands[what]
    return found.make_context(what, arguments)


def test_every_variable_is_a_setting_and_makes_a_good_one(tmp_path: Path) -> None:
    for service in OURS.values():
        assert set(service["environment"]) <= set(VARIABLES)
    environment = filled(GIVEN)["services"]["web"]["environment"]
    settings = Settings.from_environment({**environment, "ROOKERY_DATA": str(tmp_path)})
    assert settings.database_url == "postgresql+psycopg://rookery:secret@postgres:5432/rookery"
    assert settings.log_format == "json"


@pytest.mark.parametrize("missing", GIVEN)
def test_what_must_be_set_is_said(missing: str) -> None:
    with pytest.raises(Unset, match=missing):
        filled({name: value for name, value in GIVEN.items() if name != missing})


def test_the_example_has_every_variable() -> None:
    named = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(named) == set(variables())


def test_hosts_are_services_and_volumes_are_made() -> None:
    found = filled(GIVEN)
    environment = found["services"]["web"]["environment"]
    for url in (environment["DATABASE_URL"], environment["BROKER_URL"]):
        assert re.search(r"(?:@|//)([a-z]+):\d+", url)[1] in SERVICES  # type: ignore[index]
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in found["volumes"]
        for other in service.get("depends_on", {}):
            assert other in SERVICES


def test_the_port_is_the_same_everywhere() -> None:
    web = OURS["web"]
    port = str(_parse(web["command"]).params["port"])
    assert _parse(web["healthcheck"]["test"][1:]).params["port"] == int(port)
    assert web["ports"] == [f"127.0.0.1:{port}:{port}"], "open to this machine only"
    assert f"EXPOSE {port}" in dockerfile()
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"web"}


def test_every_queue_has_workers_and_there_is_one_beat() -> None:
    served: list[str] = []
    for service in OURS.values():
        if service["command"][1] == "worker":
            given = _parse(service["command"]).params
            assert given["beat"] is False
            served += given["queues"].split(",")
    assert sorted(served) == sorted(QUEUES)
    assert [name for name, service in OURS.items() if service["command"][1] == "beat"] == ["beat"]


def test_everything_that_lasts_is_watched_and_stops_in_order() -> None:
    for name, service in LASTING.items():
        assert "healthcheck" in service, name
        seconds = int(service["stop_grace_period"].removesuffix("s"))
        if service.get("command", [""])[1:2] == ["worker"]:
            assert seconds > HARD_SECONDS, name
        assert seconds >= 10
    assert OURS["web"]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_our_containers_may_do_little() -> None:
    for name, service in OURS.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["tmpfs"] == ["/tmp"]
        assert not {"privileged", "cap_add", "network_mode", "pid", "user"} & set(service)


@pytest.mark.parametrize("name", SERVICES)
def test_logs_are_rotated(name: str) -> None:
    options = SERVICES[name]["logging"]["options"]
    assert options == {"max-size": "10m", "max-file": "5"}


def test_images_are_pinned() -> None:
    images = [service["image"] for service in SERVICES.values() if service["image"] != "rookery"]
    images += re.findall(r"^FROM (\S+)", dockerfile(), re.MULTILINE)
    for image in images:
        assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+", image), image


def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


def test_what_the_image_copies_is_there_and_is_everything() -> None:
    copied: set[str] = set()
    for line in re.findall(r"^COPY (?!--from)(.+)", dockerfile(), re.MULTILINE):
        *sources, _ = line.split()
        copied |= set(sources)
        for source in sources:
            assert (ROOT / source).exists(), source
    ignored = set((ROOT / ".dockerignore").read_text().split())
    assert not copied & ignored
    assert {".git", ".venv", "var", ".env"} <= ignored
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert set(project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) <= copied


def test_the_image_does_not_run_as_root_and_keeps_no_secret() -> None:
    lines = dockerfile().splitlines()
    last_stage = lines[max(place for place, line in enumerate(lines) if line.startswith("FROM ")) :]
    user = next(place for place, line in enumerate(last_stage) if line.startswith("USER "))
    assert last_stage[user] == "USER rookery"
    assert not [line for line in last_stage[user:] if line.startswith(("RUN", "COPY", "ADD", "USER root"))]
    assert not [line for line in lines if re.match(r"(ADD|MAINTAINER|SHELL)\b|.*(SECRET|PASSWORD|TOKEN)", line)]
    assert not [line for line in lines if "sudo" in line or "latest" in line or "apt-get upgrade" in line]
    assert all("--no-cache-dir" in line for line in lines if "pip install" in line)
    (command,) = [line.removeprefix("CMD ") for line in lines if line.startswith("CMD ")]
    _parse(json.loads(command))
