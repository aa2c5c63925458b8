/**
 * Lists variants of a regular expression: without an anchor, without case folding, with counts off by one, with `+` for `*` and
 * vice versa. Each variant compiles.
 *
 * @param literal The expression as written, with slashes and flags.
 */
export function regexMutants(literal: string): string[] {
  const end = literal.lastIndexOf("/");
  const [body, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const bodies: string[] = [];
  let inClass = false;
  for (let at = 0; at < body.length; at++) {
    const character = body[at];
    const instead = (text: string, length = 1) =>
      bodies.push(body.slice(0, at) + text + body.slice(at + length));
    if (character === "\\") at++;
    else if (character === "[") {
      inClass = true;
      if (body[at + 1] === "^") instead("[", 2);
    } else if (character === "]") inClass = false;
    else if (inClass) continue;
    else if (character === "^" || character === "$") instead("");
    else if (character === "*" && body[at - 1] !== "(") instead("+");
    else if (character === "+") instead("*");
    else if (character === "{") {
      const count = /^\{(\d+)(?:(,)(\d*))?\}/.exec(body.slice(at));
      if (!count) continue;
      const [whole, least = "", comma = "", most = ""] = count;
      const write = (from: number, to: string) => instead(`{${from}${comma}${to}}`, whole.length);
      write(Number(least) + 1, most);
      if (Number(least) > 0) write(Number(least) - 1, most);
      if (most !== "") {
        write(Number(least), String(Number(most) + 1));
        write(Number(least), String(Number(most) - 1));
      }
    }
  }
  const others = bodies.filter((each) => each !== "").map((each) => `/${each}/${flags}`);
  if (flags.includes("i")) others.push(`/${body}/${flags.replace("i", "")}`);
  return others.filter(isCompilable);
}

function isCompilable(literal: string): boolean {
  const end = literal.lastIndexOf("/");
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1));
    return true;
  } catch {
    // A SyntaxError: the variant is not a regular expression.
    return false;
  }
}
