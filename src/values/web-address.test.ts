import { expect, test } from "vitest";
import { readsAsWebAddress } from "./web-address.ts";

test.each([
  "bit.ly/x9",
  "Claim $500 bit.ly/x9 urgent",
  "evil.example/win",
  "EVIL.EXAMPLE/WIN",
  "rare.horse/win",
  "https://evil",
  "www.evil",
  "evil.com",
  "Win now evil.com",
  "evil.com.",
  "evil.ca",
  "evil.co.uk",
  "prize.xyz now",
  "a.top",
  "bit.li",
  "evil．com",
  "evil。com",
  "evil\u200b.com",
  "evil.\u2060com",
  "evil.xn--p1ai",
])("%j reads as an address", (text) => expect(readsAsWebAddress(text)).toBe(true));

test.each([
  "J.P. St. Pierre",
  "Anne-Marie O'Neil",
  "Mary.Ann",
  "St.Pierre",
  "J.R.R. Tolkien",
  "M.Li",
  "J.Ng",
  "J.Page",
  "Robert Jr.",
  "Dr. Info",
  "Ste-Marie / Roy",
  "Com Net",
  "李小龍",
  "Jean-François de la Tour",
])("%j is a name", (text) => expect(readsAsWebAddress(text)).toBe(false));
