/** A little more than the widest file that the server makes of it. */
const WIDEST_PX = 2_000;
/** What is smaller than this is quicker sent than drawn. */
const SMALL_BYTES = 1024 * 1024;

/**
 * A large photo drawn smaller before it is sent, turned the way it was taken: of 12 megapixels a
 * tenth of the bytes is left, and where it was taken never leaves the phone. What this browser cannot
 * draw (HEIC outside of Safari) goes as it is, and the server draws it.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size < SMALL_BYTES || typeof createImageBitmap !== "function") return file;
  try {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, WIDEST_PX / whole.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(whole.width * scale);
    canvas.height = Math.round(whole.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    // Where a photo is transparent, as it would be printed.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
