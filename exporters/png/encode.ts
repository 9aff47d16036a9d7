import { encode } from 'fast-png';
import { UsageError } from '../../src/findings/report.ts';
import { renderSvg } from './render.ts';

/** A picture of more pixels would need gigabytes. */
const MOST_PIXELS = 1e8;

/**
 * The PNG of a picture of ours, one pixel for each of its own.
 *
 * @throws UsageError for a picture that is too large
 */
export function pngOfSvg(svg: string): Uint8Array {
	const [, width = '0', height = '0'] = /^<svg[^>]*? width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
	if (Number(width) * Number(height) > MOST_PIXELS) {
		throw new UsageError(
			`A PNG of ${width} × ${height} pixels would be too large: 100 million pixels at most. Choose a smaller --width, or SVG.`,
		);
	}
	const canvas = renderSvg(svg);
	return encode({
		width: canvas.width,
		height: canvas.height,
		data: canvas.pixels,
		channels: 3,
		depth: 8,
		text: { Software: 'wokflow' },
	});
}
