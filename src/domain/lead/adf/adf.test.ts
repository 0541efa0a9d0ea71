import { XmlElement } from "libxml2-wasm";
import { describe, expect, test } from "vitest";
import { renderAdf } from "./adf.ts";
import { type AdfLead, monthlyBudget, withDownPayment } from "./adf-lead.ts";
import { fullLead, leastLead } from "./adf-lead.fixture.ts";
import { hasStandard, standardFile, textAt, withValidAdf } from "./adf-schema.fixture.ts";

const attribute = (lead: AdfLead, path: string) =>
  withValidAdf(renderAdf(lead), (root) => root.get(path)?.content);

test("the least that a lead can say, element by element", () => {
  withValidAdf(renderAdf(leastLead), () => {});
  expect(renderAdf(leastLead)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
<adf>
 <prospect status="new">
  <id sequence="1" source="Rouvia">K7M2PX4R</id>
  <requestdate>2026-11-21T15:04:05+00:00</requestdate>
  <vehicle interest="buy" status="used">
   <year></year>
   <make></make>
   <model></model>
  </vehicle>
  <customer>
   <contact>
    <name part="first" type="individual">Zo&#233;</name>
    <name part="last" type="individual">Tr&#233;panier</name>
   </contact>
   <comments>Preferred language: French</comments>
  </customer>
  <vendor>
   <vendorname>Autos D&#233;mo de l&#8217;&#201;rable</vendorname>
   <contact>
    <name part="full" type="business">Autos D&#233;mo de l&#8217;&#201;rable</name>
   </contact>
  </vendor>
  <provider>
   <name part="full" type="business">Rouvia</name>
   <url>https://rouvia.example</url>
   <email>hello@rouvia.example</email>
   <phone>+14165550123</phone>
  </provider>
 </prospect>
</adf>
`);
});

test("everything that a lead can say, in the order of the standard", () => {
  const names = withValidAdf(renderAdf(fullLead), (root) =>
    root.find("//vehicle[1]/*").map((node) => (node instanceof XmlElement ? node.name : "?")),
  );
  expect(names.join(" ")).toBe(
    "year make model vin stock trim doors bodystyle transmission odometer condition " +
      "colorcombination price finance comments",
  );
});

describe("what a dealership reads", () => {
  test.each<[string, Partial<AdfLead>, string, string]>([
    ["a bid wants to buy", {}, "//vehicle[1]/@interest", "buy"],
    ["a bid is an offer", {}, "//price/@type", "offer"],
    ["in Canadian dollars", {}, "//price/@currency", "CAD"],
    ["to the cent", {}, "//price", "28990.50"],
    ["a seller sells", { interest: "sell" }, "//vehicle[1]/@interest", "sell"],
    ["a trade-in stands beside it", {}, "//vehicle[2]/@interest", "trade-in"],
    ["kilometres", {}, "//vehicle[2]/odometer/@units", "km"],
    ["without a separator", {}, "//vehicle[2]/odometer", "131000"],
    ["the most a month", {}, "//amount[@type='monthly'][@limit='maximum']", "499"],
    ["the least a month", {}, "//amount[@type='monthly'][@limit='minimum']", "400"],
    ["the place", {}, "//customer/contact/address/regioncode", "QC"],
    [
      "comments line by line",
      {},
      "//customer/comments",
      "Preferred language: French\nLigne un\nLigne deux <b>& plus</b>",
    ],
  ])("%s", (_name, change, path, text) => {
    expect(attribute({ ...fullLead, ...change }, path)?.trim()).toBe(text);
  });
});

test.each([
  [{ minCad: 0, maxCad: 400 }, [["maximum", 400]]],
  [
    { minCad: 400, maxCad: 499 },
    [
      ["maximum", 499],
      ["minimum", 400],
    ],
  ],
  [{ minCad: 600, maxCad: null }, [["minimum", 600]]],
  [{ minCad: 0, maxCad: null }, undefined],
])("the budget %j", (range, ends) => {
  const amounts = monthlyBudget(range)?.amounts.map(({ limit, amountCad }) => [limit, amountCad]);
  expect(amounts).toEqual(ends);
});

test("what is put down stands beside the budget", () => {
  const budget = monthlyBudget({ minCad: 0, maxCad: 400 })!;
  expect(withDownPayment(budget, undefined)).toBe(budget);
  const xml = renderAdf({
    ...leastLead,
    vehicle: { ...leastLead.vehicle, finance: withDownPayment(budget, 2_500) },
  });
  withValidAdf(xml, (root) => {
    const down = "//vehicle/finance/amount[@type='downpayment'][@limit='exact']";
    expect(textAt(root, down)).toBe("2500");
  });
});

test("long comments are folded at spaces into short lines", () => {
  const comments = "Je cherche une voiture fiable, à Québec. ".repeat(40);
  const xml = renderAdf({ ...leastLead, customer: { ...leastLead.customer, comments } });
  const written = /<comments>\n(.*)\n<\/comments>/s.exec(xml)?.[1]?.split("\n") ?? [];
  expect(written.length).toBeGreaterThan(20);
  expect(Math.max(...written.map((line) => line.length))).toBeLessThanOrEqual(76);
  const read = withValidAdf(xml, (root) => textAt(root, "//customer/comments"));
  expect(read?.replace(/\s+/g, " ").trim()).toBe(`Preferred language: French ${comments.trim()}`);
});

test("the schemas do notice a wrong order and an unknown element", () => {
  const xml = renderAdf(leastLead);
  for (const wrong of [
    xml.replace("   <year></year>\n   <make></make>", "   <make></make>\n   <year></year>"),
    xml.replace("<model></model>", "<model></model><sin>130692544</sin>"),
    xml.replace('interest="buy"', 'interest="steal"'),
  ]) {
    expect(wrong).not.toBe(xml);
    expect(() => withValidAdf(wrong, () => {})).toThrow(/element|attribute/i);
  }
});

test("the whole standard was checked as well", (context) => {
  context.skip(!hasStandard, `no ${standardFile}: name the standard's DTD in ADF_DTD_FILE`);
  expect(hasStandard).toBe(true);
});
