"""Modules that are sent as one: each in its scope, those that it needs before it."""

from __future__ import annotations

import pytest

from web.assets import WRITING, bundle_module, imports, module_with_imports, scripts, sent

CODES = {
    "both.js": 'import { name } from "./in/named.js";\nexport const told = () => name;',
    "in/whole.js": 'import { Part } from "./part.js";\nimport { name } from "./named.js";\nexport function whole() {\n'
    "return `${new Part().said} ${name} ${hidden}`;\n}\nconst hidden = 1;",
    "in/part.js": 'import { name } from "./named.js";\nconst hidden = 2;\n'
    "export class Part {\nget said() { return `${name} ${hidden}`; }\n}",
    "in/named.js": 'export const name = "one";',
}


def test_what_a_module_needs_comes_before_it() -> None:
    assert imports("in/whole.js", CODES) == ["in/part.js", "in/named.js"]
    assert module_with_imports("in/whole.js", CODES) == ["in/named.js", "in/part.js", "in/whole.js"]


def test_what_others_import_too_stays_a_file() -> None:
    code = bundle_module("in/whole.js", {"both.js", "in/named.js"}, CODES)
    assert code.startswith('import * as $in_named from "./named.js";\nconst $in_part = (() => {')
    assert code.endswith("export const { whole } = $in_whole;")
    assert '"one"' not in code


@pytest.mark.parametrize(
    "line", ['import name from "./named.js";', "export default 1;", 'export { name } from "./named.js";']
)
def test_other_forms_are_errors(line: str) -> None:
    with pytest.raises(ValueError, match="part.js"):
        bundle_module("in/whole.js", set(), {**CODES, "in/part.js": line})


def test_sheet_script_is_one_file_that_loads_nothing_more() -> None:
    code, shared = sent()[WRITING], set(module_with_imports("board.js", scripts()))
    assert code.count("\nimport ") + code.startswith("import ") == 1
    for name in set(module_with_imports(WRITING, scripts())) - shared:
        # All of it is there, line by line, but for its imports and the word export.
        lines = [line.removeprefix("export ") for line in scripts()[name].split("\n") if not line.startswith("import ")]
        assert "\n".join(line for line in lines if line) in "\n".join(line for line in code.split("\n") if line), name
