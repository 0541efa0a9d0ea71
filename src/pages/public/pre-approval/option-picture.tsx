import type { OptionPicture } from "#forms/page/radios-field.tsx";
import { CreditGauge } from "./credit-gauge.tsx";
import { VehiclePicture } from "./vehicle-picture.tsx";

/** The small drawings beside the options of the first and the fourth question. */
export const optionPicture: OptionPicture = (family, code) =>
  family === "vehicle-type" ? (
    <VehiclePicture carType={code} place="tile" />
  ) : (
    <CreditGauge band={code} />
  );
