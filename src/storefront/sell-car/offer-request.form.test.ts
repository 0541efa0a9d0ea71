import { describeForm } from "#forms/describe-form.ts";
import { vehicleOfferForm, vinOfferForm } from "./offer-request.form.ts";

describeForm(vehicleOfferForm);
describeForm(vinOfferForm);
