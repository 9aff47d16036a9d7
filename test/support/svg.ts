import { writePicture } from '../../pictures/svg/plan.ts';

/** A picture as text. */
export function pictureText(...given: Parameters<typeof writePicture>): string {
	return new TextDecoder().decode(writePicture(...given));
}
