import { readFileSync } from "node:fs";
import { parseSync } from "vite";
import { sourceFiles } from "./source-files.ts";
import { type Node, walk } from "./syntax-tree.ts";

/** Elements that people press, and the properties that contain the texts of such components. */
const PRESSED_ELEMENT = /^(?:a|button|summary)$|(?:Button|Link)$/;
const PRESSED_PROPERTY = /^(?:button|submit)$/;
/** An entry in a list of links has a text beside its address. */
const ADDRESS = /^(?:to|href)$/;

/** The keys of the messages that appear on a button or a link anywhere on the site. */
export function listPressedKeys(): Set<string> {
  const keys = new Set<string>();
  for (const file of sourceFiles("src")) {
    if (!/(?<!\.(?:test|e2e|fixture))\.tsx$/.test(file)) continue;
    walk(parseSync(file, readFileSync(file, "utf8")).program, (node) => {
      if (isPressed(node)) for (const key of messageKeys(node)) keys.add(key);
    });
  }
  return keys;
}

function isPressed(node: Node): boolean {
  if (node.type === "JSXElement") {
    const { name } = node["openingElement"] as { name: { name?: unknown } };
    return PRESSED_ELEMENT.test(String(name.name));
  }
  if (node.type === "JSXAttribute") {
    return PRESSED_PROPERTY.test(String((node["name"] as Node)["name"]));
  }
  if (node.type !== "ObjectExpression") return false;
  return (node["properties"] as Node[]).some((property) =>
    ADDRESS.test(String((property["key"] as Node | undefined)?.["name"])),
  );
}

function messageKeys(within: Node): string[] {
  const keys: string[] = [];
  walk(within, (node) => {
    if (node.type !== "MemberExpression") return;
    const [object, property] = [node["object"] as Node, node["property"] as Node];
    if (object["name"] === "m") keys.push(String(property["name"]));
  });
  return keys;
}
