import { writePicture } from '../../pictures/svg/picture.ts';

/** A picture as text. */
export function pictureText(...given: Parameters<typeof writePicture>): string {
	return new TextDecoder().decode(writePicture(...given));
}
