import { describeForm } from "#forms/describe-form.fixture.ts";
import { colleagueRoleForm, inviteForm, removeColleagueForm } from "./team.form.ts";

describeForm(inviteForm);
describeForm(colleagueRoleForm);
describeForm(removeColleagueForm([{ id: "a-colleague", name: "Colin Colleague" }]));
