import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import CallBackPage from "./call-back.page.tsx";

const Page = createRoutesStub([{ path: "/call-back", Component: CallBackPage }]);

test.each([
  ["says what it is about", "2019 Honda Civic", "2019 Honda Civic"],
  [
    "is cut to what the form takes, so that it is not refused for it",
    "x".repeat(150),
    "x".repeat(100),
  ],
])("the subject of a link %s", (_what, subject, shown) => {
  const address = `/call-back?${new URLSearchParams({ subject })}`;
  const html = renderToStaticMarkup(<Page initialEntries={[address]} />);
  expect(/<input[^>]*name="subject"[^>]*>/u.exec(html)?.[0]).toContain(`value="${shown}"`);
});
