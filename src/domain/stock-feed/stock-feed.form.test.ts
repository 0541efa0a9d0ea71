import { describeForm } from "#forms/describe-form.fixture.ts";
import { feedMappingForm } from "./stock-feed.form.ts";

describeForm(
  feedMappingForm([
    { name: "Prix", text: "Prix (24 990)" },
    { name: "Km", text: "Km (62 400)" },
  ]),
);
