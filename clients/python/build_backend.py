"""Builds the wheel, with the standard library only, so that `pip install clients/python` downloads nothing.

`python3 build_backend.py DIRECTORY` builds the wheel there, and `python3 build_backend.py --types FILE` writes the types only.
"""

import base64
import hashlib
import json
import keyword
import sys
import zipfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGE = "tonearm"


def build_wheel(directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """PEP 517: writes the wheel into a directory and returns its name. Equal trees give equal bytes."""
    version = json.loads((ROOT / "deno.json").read_text())["version"]
    information = f"{PACKAGE}-{version}.dist-info"
    metadata = f"""Metadata-Version: 2.1
Name: {PACKAGE}
Version: {version}
Summary: The player's end of a Tonearm bridge
License: MIT
Requires-Python: >=3.11
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text()}"""
    files = {f"{PACKAGE}/{path.name}": path.read_text() for path in sorted((HERE / PACKAGE).iterdir()) if path.is_file()}
    files |= {
        f"{PACKAGE}/types.py": generated_types(),
        f"{information}/LICENSE": (ROOT / "LICENSE").read_text(),
        f"{information}/METADATA": metadata,
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: tonearm\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{information}/RECORD"
    files[record] = "".join(f"{name},{_hash(text)},{len(text.encode())}\n" for name, text in files.items()) + f"{record},,\n"
    wheel = f"{PACKAGE}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(Path(directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED)
    return wheel


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def generated_types() -> str:
    """Returns a module with the types of native actions and signals, from the descriptions for code generators."""
    documents = [json.loads((ROOT / f"docs/{name}.json").read_text()) for name in ("openrpc-player", "openrpc")]
    types = _Types()
    for name, schema in documents[0]["components"]["schemas"].items():
        types.define(name, schema)
    names: dict[str, list[str]] = {"player": [], "signal": []}
    for method in [each for document in documents for each in document["methods"]]:
        kind, _, rest = method["name"].partition(".")
        if kind not in names:
            continue
        names[kind].append(method["name"] if kind == "player" else rest)
        prefix = "".join(part[0].upper() + part[1:] for part in rest.split("."))
        members = {each["name"]: each["schema"] for each in method["params"]}
        required = [each["name"] for each in method["params"] if each.get("required")]
        types.define(f"{prefix}{'Params' if kind == 'player' else 'Signal'}", {"type": "object", "properties": members, "required": required})
        if kind == "player":
            types.define(f"{prefix}Result", method["result"]["schema"])
    types.lines.append(f"ActionName: TypeAlias = {_literal(names['player'])}")
    types.lines.append(f"SignalName: TypeAlias = {_literal(names['signal'])}")
    head = '"""Parameters and results of native actions and signals. Generated from docs/openrpc-player.json and openrpc.json."""\n\n'
    return f"{head}from typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n\n" + "\n".join(types.lines) + "\n"


def _literal(values: list[Any]) -> str:
    return "Literal[" + ", ".join(repr(value) for value in values) + "]"


class _Types:
    """Writes a JSON schema as TypedDicts and aliases."""

    simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

    def __init__(self) -> None:
        self.lines: list[str] = []

    def define(self, name: str, schema: dict[str, Any]) -> None:
        """Writes a named type."""
        expression = self.expression(schema, name)
        if expression != name:
            self.lines.append(f'{name}: TypeAlias = "{expression}"\n')

    def expression(self, schema: dict[str, Any], name: str) -> str:
        """Returns the type of a schema. An object becomes a TypedDict of the given name."""
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[1]
        for union in ("anyOf", "oneOf"):
            if union in schema:
                members = enumerate(schema[union], 1)
                return " | ".join(self.expression(each, f"{name}{at}") for at, each in members)
        if "const" in schema or "enum" in schema:
            return _literal(schema.get("enum", [schema.get("const")]))
        if schema.get("type") == "array":
            return f"list[{self.expression(schema['items'], f'{name}Item')}]"
        if schema.get("properties"):
            return self._object(schema, name)
        return "dict[str, Any]" if schema.get("type") == "object" else self.simple.get(schema.get("type", ""), "Any")

    def _object(self, schema: dict[str, Any], name: str) -> str:
        fields = []
        for key, member in schema["properties"].items():
            if not key.isidentifier() or keyword.iskeyword(key):
                raise ValueError(f"{name}.{key} cannot be a member of a TypedDict")
            inner = self.expression(member, name + key[0].upper() + key[1:])
            fields.append(f'    {key}: "{inner}"' if key in schema.get("required", []) else f'    {key}: NotRequired["{inner}"]')
        self.lines += [f"class {name}(TypedDict):", *fields, "\n"]
        return name


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--types":
        Path(sys.argv[2]).write_text(generated_types())
    elif len(sys.argv) == 2:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        print(build_wheel(sys.argv[1]))
    else:
        sys.exit(__doc__)
