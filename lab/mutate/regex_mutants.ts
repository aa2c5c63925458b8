/**
 * Small changes of a regular expression.
 *
 * @module
 */

/**
 * Lists expressions that take a little more or a little less.
 *
 * @param literal The expression as it is written, with its flags.
 * @returns Others, each of which can be compiled: without an anchor, without case folding, with counts off by one, with `+`
 * for `*` and the other way round.
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
    // SyntaxError is how a change tells that it makes no expression.
    return false;
  }
}
