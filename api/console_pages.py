"""The pages: the console and its files, signing in, and the description of the API."""

from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.responses import RedirectResponse

from burncard.api.context import Context
from burncard.api.error_advice import ADVICE
from burncard.api.request_errors import ApiError
from burncard.api.signed_in import address_of, cookie_name, is_local, signed_in
from burncard.api.v1.addresses import PREFIX

MEDIA: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
    "txt": "text/plain",
    "webmanifest": "application/manifest+json",
}
PAGES: Final = {"": "index", "desk": "desk", "technician": "technician", "play": "play", "report": "report"}


def add_pages(app: FastAPI, context: Context, described: dict[str, Any]) -> None:
    """Adds the pages to an application. `described`: the OpenAPI description."""
    openapi = msgspec.json.encode(described)
    documents = {"": document(described), "problems": problems()}

    @app.get("/", include_in_schema=False)
    async def console(request: Request, key: str = "", to: str = "") -> Response:
        person = context.people.by_token(key) if key and context.demonstration and is_local(request) else None
        account = None if person is None else context.people.find(person.name)
        if account is None:
            return _page_for(context, request, "index")
        secret, _ = context.sign_in.at_once(account, address_of(request))
        answer = RedirectResponse(f"/{to if to in PAGES else ''}", status_code=303)
        answer.set_cookie(cookie_name(request), secret, httponly=True, samesite="strict")
        return answer

    @app.get("/sign-in", include_in_schema=False)
    async def sign_in() -> Response:
        return page("sign-in.html")

    @app.get("/{name}", include_in_schema=False)
    async def other(request: Request, name: str) -> Response:
        if name not in PAGES or not name or not _exists(f"{PAGES[name]}.html"):
            raise ApiError("no-such-address", name[:60])
        return _page_for(context, request, PAGES[name])

    @app.get("/console/{name}", include_in_schema=False)
    async def asset(name: str) -> Response:
        kind = name.rpartition(".")[2]
        if kind not in MEDIA or kind == "html" or not _exists(name):
            raise ApiError("no-such-address", name[:60])
        return page(name)

    @app.get(f"{PREFIX}/openapi.json", include_in_schema=False)
    @app.get("/api/openapi.json", include_in_schema=False)
    async def openapi_json() -> Response:
        return Response(openapi, media_type="application/json")

    @app.get(f"{PREFIX}/docs", include_in_schema=False)
    async def docs() -> Response:
        return Response(documents[""], media_type="text/html")

    @app.get("/docs/problems", include_in_schema=False)
    async def docs_of_problems() -> Response:
        return Response(documents["problems"], media_type="text/html")


def _page_for(context: Context, request: Request, name: str) -> Response:
    try:
        signed_in(context, request)
    except ApiError:
        return page("sign-in.html", status=401)
    return page(f"{name}.html")


def _exists(name: str) -> bool:
    known = {entry.name for entry in files("burncard.api").joinpath("console").iterdir() if entry.is_file()}
    return name in known


def page(name: str, status: int = 200) -> Response:
    """A file of the console."""
    body = files("burncard.api").joinpath("console", name).read_bytes()
    return Response(body, status_code=status, media_type=MEDIA[name.rsplit(".", 1)[1]])


# ---- the description, to read --------------------


def document(described: dict[str, Any]) -> str:
    """The description of the API as a page that needs nothing from elsewhere."""
    parts = [f"<h1>{escape(described['info']['title'])} API</h1><p>{escape(described['info']['description'])}</p>"]
    parts.append('<p>As OpenAPI: <a href="/api/v1/openapi.json">openapi.json</a>. ')
    parts.append('Errors: <a href="/docs/problems">problems</a>.</p>')
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            parts.append(_operation(path, method, operation))
    parts.append("<h2>Schemas</h2>")
    for name, schema in sorted(described["components"]["schemas"].items()):
        shown = msgspec.json.format(msgspec.json.encode(schema), indent=2).decode()
        parts.append(f'<h3 id="{name}">{name}</h3><pre>{escape(shown)}</pre>')
    return _html("Burncard API", "\n".join(parts))


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    roles = ", ".join(operation["x-roles"]) or "nobody signed in"
    said = [f"<h2>{method.upper()} {escape(path)}</h2><p>{escape(operation['description'])}</p><p>May: {roles}.</p>"]
    body = operation.get("requestBody")
    if body is not None:
        content = body["content"]["application/json"]
        example = msgspec.json.encode(content.get("example", {})).decode()
        said.append(f"<p>Takes {_link(content['schema'])}:</p><pre>{escape(example)}</pre>")
    for status, response in operation["responses"].items():
        schema: dict[str, Any] = next((content["schema"] for content in response.get("content", {}).values()), {})
        said.append(f"<p>{status}: {escape(response['description'])} {_link(schema)}</p>")
    return "".join(said)


def _link(schema: dict[str, Any]) -> str:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    return f'<a href="#{name}">{name}</a>' if name else ""


def problems() -> str:
    """Every code of an error: what happened, and what to do."""
    rows = [
        f'<h2 id="{code}">{code}</h2><p>{escape(advice.happened)} {escape(advice.next)}</p>'
        for code, advice in sorted(ADVICE.items())
    ]
    return _html("Burncard problems", "<h1>Problems</h1>" + "".join(rows))


def _html(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><body>{body}</body></html>'
    )
