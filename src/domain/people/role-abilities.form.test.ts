import { describeForm } from "#forms/describe-form.fixture.ts";
import { roleAbilitiesForm } from "./role-abilities.form.ts";

describeForm(roleAbilitiesForm("manager"));
