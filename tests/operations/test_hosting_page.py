"""docs/hosting.md is about this program: its settings, its commands, its addresses, its metrics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from correspondence import service_levels
from correspondence.settings import VARIABLES, Settings
from correspondence.store import Store
from tests.correspondence.conftest import settings_for
from tests.migrated import make_tables
from tests.operations.composition import ROOT
from web import create_app
from worker.cli import main
from worker.service import clock

PAGE = (ROOT / "docs" / "hosting.md").read_text()


class Asked(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def get(self, name: str, default: object = None) -> object:  # type: ignore[override]
        self.names.add(name)
        return super().get(name, default)  # type: ignore[arg-type]


def test_every_variable_that_is_read_is_in_the_table(tmp_path: Path) -> None:
    asked = Asked({"ROOKERY_DATA": str(tmp_path)})
    Settings.from_environment(asked)  # type: ignore[arg-type]
    assert asked.names == set(VARIABLES)
    table = re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE)
    assert table == list(VARIABLES)


def test_what_the_table_says_of_unset_variables_is_so(tmp_path: Path) -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| `([^`]+)` \|", PAGE, re.MULTILINE))
    assert len(rows) >= 9
    plain = Settings.from_environment({"ROOKERY_DATA": str(tmp_path)})
    said = Settings.from_environment({**{n: v for n, v in rows.items() if "@" not in v}, "ROOKERY_DATA": str(tmp_path)})
    assert said == plain


def test_every_command_exists() -> None:
    named = set(re.findall(r"(?:^|`|rookery exec web |\s)rookery ([a-z][a-z-]+)", PAGE, re.MULTILINE))
    assert named <= set(main.commands)
    assert {"serve", "worker", "beat", "migrate", "backup", "restore", "check", "doctor"} <= named
    for command, option in re.findall(r"rookery ([a-z-]+)[^`\n#]* (--[a-z-]+)", PAGE):
        options = {opt for parameter in main.commands[command].params for opt in parameter.opts}
        options |= {opt for parameter in main.commands[command].params for opt in parameter.secondary_opts}
        assert option in options, f"rookery {command} {option}"


@pytest.mark.parametrize("address", sorted(set(re.findall(r"`(/(?:health|service|metrics)[a-z/]*)`", PAGE))))
def test_every_address_answers(address: str, tmp_path: Path) -> None:
    store = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(store)
    assert create_app(store.settings, store).test_client().get(address).status_code == 200
    store.close()


def test_every_metric_is_told(tmp_path: Path) -> None:
    store = Store(settings_for(f"sqlite:///{tmp_path / 'rookery.db'}", tmp_path))
    make_tables(store)
    with store.read() as session:
        told = service_levels.page(session, clock(), service_levels.Broker({"mail": 0})).decode()
    store.close()
    rules = (ROOT / "deploy" / "prometheus-rules.yml").read_text()
    assert {alert["alert"] for alert in yaml.safe_load(rules)["groups"][0]["rules"]} >= {"RookeryTurnsOverdue"}
    for name in set(re.findall(r"rookery_[a-z_]+", PAGE + rules)):
        assert re.search(rf"^{name}(_bucket)?[ {{]", told, re.MULTILINE), name
