import { describeForm } from "#forms/describe-form.fixture.ts";
import { sellCarForm } from "./sell-car.form.ts";

describeForm(sellCarForm);
