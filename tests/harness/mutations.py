"""Mutations of Python source: small changes to the code, each of which some test should notice.

Texts, annotations, assertions and the arguments of exceptions are left alone, and so are the flags of dataclasses and
structs that only forbid something (`frozen`, `slots`, `kw_only`): no test is expected to notice a change there.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

TEXT_MAX = 90
FORBIDDING = ("frozen", "slots", "kw_only")
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change to a module.

    `lines`: where the changed code stands. `function`: qualified name of the outermost function around it, empty for
    code that runs at import. `text`: before and after. `node` and `variant` say which node of the tree is changed how.
    """

    lines: tuple[int, ...]
    function: str
    text: str
    node: int
    variant: int


def mutations(source: str) -> list[Mutation]:
    """Every mutation of a module."""
    tree = ast.parse(source)
    places = dict(_places(tree, "", tree))
    found: list[Mutation] = []
    for index, node in enumerate(ast.walk(tree)):
        if node not in places:
            continue
        scope, statement = places[node]
        function = scope if scope.endswith("()") else ""
        for variant, changed in enumerate(_changes(node)):
            text = f"{_shown(node)} -> {_shown(changed)}"
            found.append(Mutation(_lines(node, statement), function, text, index, variant))
    return found


def mutated(source: str, mutation: Mutation) -> ast.Module:
    """The tree of a module with this change."""
    tree = ast.parse(source)
    target = next(node for index, node in enumerate(ast.walk(tree)) if index == mutation.node)
    changed = list(_changes(target))[mutation.variant]
    _Replace(target, ast.copy_location(changed, target)).visit(tree)
    return ast.fix_missing_locations(tree)


class _Replace(ast.NodeTransformer):
    def __init__(self, target: ast.AST, by: ast.AST) -> None:
        self.target, self.by = target, by

    def visit(self, node: ast.AST) -> ast.AST:
        """Replaces the target, and nothing else."""
        return self.by if node is self.target else self.generic_visit(node)


def _places(node: ast.AST, function: str, statement: ast.AST) -> Iterator[tuple[ast.AST, tuple[str, ast.AST]]]:
    """Every node that may change, with its outermost function and its statement."""
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.keyword) and node.arg in FORBIDDING:
            continue
        if name in ("annotation", "returns", "type_params") or isinstance(node, ast.Assert | ast.Raise | ast.JoinedStr):
            continue
        inside = function
        if not function.endswith("()") and name == "body" and isinstance(node, ast.FunctionDef | ast.ClassDef):
            inside = function + node.name + ("()" if isinstance(node, ast.FunctionDef) else ".")
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                own = child if isinstance(child, ast.stmt) else statement
                yield child, (inside, own)
                yield from _places(child, inside, own)


def _lines(node: ast.AST, statement: ast.AST) -> tuple[int, ...]:
    """The lines of an expression, or the first line of a statement; then the first line of the statement around it."""
    first: int = getattr(node, "lineno", 0) or getattr(statement, "lineno", 1)
    last: int = first if isinstance(node, ast.stmt) else getattr(node, "end_lineno", first) or first
    return (*range(first, last + 1), getattr(statement, "lineno", first))


def _shown(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()[0]
    return text if len(text) <= TEXT_MAX else text[:TEXT_MAX] + "…"


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """What a node can be changed to."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                changed = copy.deepcopy(node)
                changed.ops[place] = COMPARISONS[type(op)]()
                yield changed
        case ast.BoolOp(op=op):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.BinOp(op=ast.BitOr()):
            yield node.left
        case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _is_text(node.left) and not _is_text(node.right):
            yield ast.BinOp(node.left, ARITHMETIC[type(op)](), node.right)
        case ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            yield ast.AugAssign(node.target, ARITHMETIC[type(op)](), node.value)
            yield ast.Pass()
        case ast.Constant(value=bool() as flag):
            yield ast.Constant(not flag)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case _:
            yield from _changed_statements(node)


def _changed_statements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.If() | ast.While() | ast.IfExp():
            changed = copy.copy(node)
            changed.test = _negated(node.test)
            yield changed
        case ast.comprehension(ifs=[_, *_]) | ast.match_case(guard=ast.expr()):
            changed_clause = copy.copy(node)
            if isinstance(changed_clause, ast.comprehension):
                changed_clause.ifs = [_negated(changed_clause.ifs[0]), *changed_clause.ifs[1:]]
            elif changed_clause.guard is not None:
                changed_clause.guard = _negated(changed_clause.guard)
            yield changed_clause
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))))):
            yield ast.Expr(ast.Name("__class__", ast.Load()))  # keeps the cell that `super()` gives the function
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Continue():
            yield ast.Break()
        case ast.Break():
            yield ast.Continue()
        case _:
            return


def _negated(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
