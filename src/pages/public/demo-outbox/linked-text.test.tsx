import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinkedText } from "./linked-text.tsx";

function listLinks(text: string): string[] {
  const html = renderToStaticMarkup(<LinkedText text={text} />);
  return [...html.matchAll(/href="([^"]*)"/gu)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

test.each([
  ["See it: https://cars.example.ca/a?b=1&c=2.", ["https://cars.example.ca/a?b=1&c=2"]],
  ["(http://localhost:3000/x)", ["http://localhost:3000/x"]],
  [
    "<url>https://cars.example.ca/listing/1?a=1&amp;b=2</url>",
    ["https://cars.example.ca/listing/1?a=1&b=2"],
  ],
  ['<id source="https://cars.example.ca">1</id>', ["https://cars.example.ca"]],
  ['<?xml version="1.0"?><?adf version="1.0"?><adf/>', []],
])("of %j the links are %j", (text, links) => {
  expect(listLinks(text)).toEqual(links);
});
