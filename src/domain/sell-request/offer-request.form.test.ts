import { describeForm } from "#forms/describe-form.fixture.ts";
import { vehicleOfferForm, vinContactForm, vinOfferForm } from "./offer-request.form.ts";

describeForm(vehicleOfferForm);
describeForm(vinOfferForm);
describeForm(vinContactForm);
