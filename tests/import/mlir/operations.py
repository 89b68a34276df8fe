"""The text of the stencil dialect as operations, by their names, operands, attributes, regions and types."""
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*)
  | (?P<string>"[^"\n]*")
  | (?P<value>%[\w.$-]*?(?=->)|%[\w.$-]+(?:\#\d+)?)
  | (?P<name>[@^!\#][\w.$]+)
  | (?P<number>-?\d+\.\d*(?:[eE][-+]?\d+)?|0x[0-9a-fA-F]+|-?\d+(?![\w.]))
  | (?P<word>[A-Za-z_][\w.$]*)
  | (?P<arrow>->)
  | (?P<symbol>.)
""", re.X)

OLD = {"return": "func.return", "loop.if": "scf.if", "loop.yield": "scf.yield", "and": "arith.andi", "or": "arith.ori",
       "xor": "arith.xori", "fpext": "arith.extf", "fptrunc": "arith.truncf", "absf": "math.absf", "sqrt": "math.sqrt",
       "maxf": "arith.maximumf", "minf": "arith.minimumf", "divi_signed": "arith.divsi", "remi_signed": "arith.remsi",
       "arith.maxf": "arith.maximumf", "arith.minf": "arith.minimumf", "powf": "math.powf", "rsqrt": "math.rsqrt",
       "ceilf": "math.ceil", "zexti": "arith.extui", "sexti": "arith.extsi"}


class Op:
    def __init__(self):
        self.name, self.results, self.operands, self.attributes, self.regions, self.types = "", [], [], {}, [], []


def whole_numbers(text):
    """Of an attribute, without widths of types."""
    return [int(n) for n in re.findall(r"(?<![\w.])-?\d+(?![\w.])", re.sub(r"[:<(]\s*i\d+|\bi\d+", "", text))]


class Reader:
    def __init__(self, text):
        self.text, self.tokens, self.kinds = text, [], {}
        for m in TOKEN.finditer(text):
            if m.lastgroup != "skip":
                self.tokens.append((m.lastgroup, m.group(), m.start(), m.end()))
        self.at = 0

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead][1] if self.at + ahead < len(self.tokens) else ""

    def kind(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][1].removesuffix("#0")

    def accept(self, text):
        if self.peek() == text:
            self.at += 1
            return True
        return False

    def expect(self, text):
        assert self.accept(text), f"expected {text}, found {self.peek()} at {self.text[self.tokens[self.at][2]:][:60]!r}"

    def balanced(self):
        """The text of a bracket and what it holds."""
        begin, depth = self.tokens[self.at][2], 0
        while True:
            token = self.take()
            depth += token in ("(", "[", "{", "<")
            depth -= token in (")", "]", "}", ">")
            if depth == 0:
                return self.text[begin:self.tokens[self.at - 1][3]]

    def type(self):
        if self.peek() == "(":
            out = self.balanced()
            self.expect("->")
            return out + self.type()
        out = self.take()
        begin = self.tokens[self.at - 1]
        if self.peek() == "<" and self.tokens[self.at][2] == begin[3]:
            out += re.sub(r"\s", "", self.balanced())
        return out

    def types(self):
        out = [self.type()]
        while self.accept(","):
            out.append(self.type())
        return out

    def result_types(self):
        if self.accept("("):
            out = [] if self.peek() == ")" else self.types()
            self.expect(")")
            return out
        return [self.type()]

    def values(self):
        out = []
        while self.kind() == "value":
            out.append(self.take())
            if not self.accept(","):
                break
        return out

    def attributes(self, op):
        text = self.balanced().strip("<>{}")
        for part in re.split(r",\s*(?=\"?[A-Za-z_]\w*\"?\s*=)", text):
            if "=" in part:
                key, value = part.split("=", 1)
                op.attributes[key.strip().strip('"')] = value.strip()

    def region(self):
        self.expect("{")
        arguments, operations = [], []
        if self.kind() == "name" and self.peek().startswith("^"):
            self.take()
            if self.accept("("):
                while not self.accept(")"):
                    arguments.append(self.take())
                    self.expect(":")
                    self.kinds[arguments[-1]] = self.type()
                    self.accept(",")
            self.expect(":")
        while not self.accept("}"):
            operations.append(self.operation())
        return arguments, operations

    def operation(self):
        op = Op()
        while self.kind() == "value":
            name = self.take()
            op.results.append(name)
            if self.accept(":"):
                op.results += [f"{name}#{i}" for i in range(1, int(self.take()))]
            if not self.accept(","):
                self.expect("=")
                break
        generic = self.kind() == "string"
        name = self.take().strip('"')
        if name in OLD:
            name = OLD[name]
        elif "." not in name:
            name = "arith." + name
        op.name = name
        if generic:
            self.generic(op)
        else:
            self.pretty(op)
        if self.accept("loc"):
            self.balanced()
        return op

    def generic(self, op):
        self.expect("(")
        op.operands = self.values()
        self.expect(")")
        if self.peek() == "<":
            self.attributes(op)
        if self.accept("("):
            op.regions.append(self.region())
            while self.accept(","):
                op.regions.append(self.region())
            self.expect(")")
        if self.peek() == "{":
            self.attributes(op)
        if "bounds" in op.attributes:
            numbers = whole_numbers(op.attributes["bounds"])
            op.attributes["lb"], op.attributes["ub"] = (str(numbers[i * len(numbers) // 2:][:len(numbers) // 2]) for i in (0, 1))
        self.expect(":")
        self.expect("(")
        if self.peek() != ")":
            op.types = self.types()
        self.expect(")")
        self.expect("->")
        op.result_types = self.result_types()

    def bounds(self, op):
        """([0] : [64]), (<[0], [64]>) or <[0], [64]>"""
        numbers = whole_numbers(self.balanced())
        half = len(numbers) // 2
        op.attributes["lb"], op.attributes["ub"] = str(numbers[:half]), str(numbers[half:])

    def signature(self, op):
        self.expect(":")
        if self.accept("("):
            op.types = [] if self.peek() == ")" else self.types()
            self.expect(")")
        else:
            op.types = self.types()
            if self.accept("to"):
                op.types += self.types()
        if self.accept("->"):
            op.result_types = self.result_types()

    def pretty(self, op):
        name = op.name
        op.result_types = []
        if name == "arith.constant":
            op.attributes["value"] = self.take()
            op.result_types = [self.type()] if self.accept(":") else ["i1"]
        elif name.startswith(("arith.", "math.")):
            if name.startswith("arith.cmp"):
                op.attributes["predicate"] = self.take().strip('"')
                self.expect(",")
            op.operands = self.values()
            if self.accept("fastmath") or self.accept("overflow") or self.peek() == "{":
                self.balanced()
            self.expect(":")
            op.types = self.types()
            op.result_types = self.types() if self.accept("to") else [op.types[-1 if name == "arith.select" else 0]]
        elif name in ("func.return", "scf.yield", "stencil.return"):
            op.operands = self.values()
            if op.operands:
                self.expect(":")
                op.types = self.types()
        elif name == "scf.if":
            op.operands = [self.take()]
            if self.accept("->"):
                op.result_types = self.result_types()
            op.regions = [self.region()]
            if self.accept("else"):
                op.regions.append(self.region())
        elif name == "scf.for":
            arguments = [self.take()]
            for word in ("=", "to", "step"):
                self.expect(word)
                op.operands.append(self.take())
            if self.accept("iter_args"):
                self.expect("(")
                while not self.accept(")"):
                    arguments.append(self.take())
                    self.expect("=")
                    op.operands.append(self.take())
                    self.accept(",")
                self.expect("->")
                self.result_types()
            op.regions = [(arguments, self.region()[1])]
        elif name == "memref.load":
            op.operands = self.values()
            self.expect("[")
            op.operands += self.values()
            self.expect("]")
            self.signature(op)
        elif name == "stencil.apply":
            self.apply(op)
        elif name == "stencil.access":
            op.operands = self.values()
            offsets = re.sub(r"\s", "", self.balanced()).strip("[]").split(",")
            op.attributes["offset"] = str([int(o) for o in offsets if o != "_"])
            op.attributes["offset_mapping"] = str([i for i, o in enumerate(offsets) if o != "_"])
            self.signature(op)
        elif name == "stencil.index":
            op.attributes["dim"] = self.take()
            op.attributes["offset"] = self.balanced()
            if self.accept(":"):
                self.type()
        elif name == "stencil.combine":
            op.attributes["dim"] = self.take()
            self.expect("at")
            op.attributes["index"] = self.take()
            sizes = []
            for part in ("lower", "upper", "lowerext", "upperext"):
                values = []
                if self.accept(part):
                    self.expect("=")
                    round_bracket = self.accept("(")
                    values = self.values()
                    self.expect(":")
                    self.types()
                    if round_bracket:
                        self.expect(")")
                op.operands += values
                sizes.append(len(values))
            op.attributes["operandSegmentSizes"] = str(sizes)
            if self.peek() == "(":
                self.bounds(op)
            self.expect(":")
            op.result_types = self.types()
        elif name == "stencil.store":
            op.operands = [self.take()]
            self.expect("to")
            op.operands.append(self.take())
            self.bounds(op)
            self.signature(op)
        elif name == "stencil.alloc":
            self.expect(":")
            op.result_types = [self.type()]
        else:
            op.operands = self.values()
            if name == "stencil.external_store":
                self.expect("to")
                op.operands += self.values()
            if self.peek() == "(":
                self.bounds(op)
            self.signature(op)

    def apply(self, op):
        arguments, types = [], False
        round_bracket = self.accept("(")
        while self.kind() == "value":
            arguments.append(self.take())
            self.expect("=")
            op.operands.append(self.take())
            if round_bracket:
                self.expect(":")
                self.type()
            types = True
            if not self.accept(","):
                break
        if round_bracket:
            self.expect(")")
        elif types:
            self.expect(":")
            self.types()
        outs = []
        if self.accept("outs"):
            self.expect("(")
            while not self.accept(")"):
                outs.append(self.take())
                self.expect(":")
                self.type()
                self.accept(",")
        elif self.accept("->"):
            op.result_types = self.result_types()
        if self.accept("attributes"):
            self.balanced()
        op.regions = [(arguments, self.region()[1])]
        op.operands += outs
        op.attributes["outs"] = str(outs)
        if self.accept("to"):
            self.bounds(op)
        if self.accept(":"):
            op.result_types = self.types()


def functions(text):
    """Name, arguments with types, operations, whether the first index is the fast one."""
    reader = Reader(text)
    while reader.at < len(reader.tokens):
        kind, token = reader.kind(), reader.take()
        if kind == "word" and token in ("func", "func.func"):
            reader.accept("private")
            name = reader.take()[1:]
            reader.expect("(")
            arguments = []
            while not reader.accept(")"):
                value = reader.take()
                reader.expect(":")
                arguments.append((value, reader.type()))
                reader.accept(",")
            if reader.accept("->"):
                reader.result_types()
            if reader.accept("attributes"):
                reader.balanced()
            yield name, arguments, reader.region()[1], token == "func"
        elif kind == "string" and token in ('"func"', '"func.func"'):
            op = Op()
            reader.generic(op)
            arguments, operations = op.regions[0]
            kinds = [(a, reader.kinds[a]) for a in arguments]
            yield op.attributes["sym_name"].strip('"'), kinds, operations, token == '"func"'
