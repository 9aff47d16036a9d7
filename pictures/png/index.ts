import type { Exporter } from '../../src/formats/contracts.ts';
import { svgExporter } from '../svg/index.ts';
import type { PLAN_OPTIONS } from '../svg/options.ts';

export const pngExporter: Exporter<typeof PLAN_OPTIONS> = {
	...svgExporter,
	name: 'png',
	summary: 'PNG of the same picture, without fonts on the machine',
	extensions: ['.png'],
	async write(walkmeshes, options, context) {
		const [{ pngOfSvg }, svg] = await Promise.all([
			import('./render.ts'),
			svgExporter.write(walkmeshes, options, context),
		]);
		return pngOfSvg(new TextDecoder().decode(svg));
	},
};
