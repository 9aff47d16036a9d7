import { linesToShow } from '../../src/facts/lines.ts';
import { given } from '../../src/findings/options.ts';
import type { Exporter } from '../../src/formats/contracts.ts';
import { PLAN_OPTIONS } from './options.ts';

export const svgExporter: Exporter<typeof PLAN_OPTIONS> = {
	name: 'svg',
	summary: 'SVG picture: surfaces, perimeter, links, names',
	extensions: ['.svg'],
	holds: 'any',
	options: PLAN_OPTIONS,
	async write(walkmeshes, options, { report, surfaces, roomNames, things = [] }) {
		const [{ findingPins }, { writePicture }] = await Promise.all([import('./marks.ts'), import('./plan.ts')]);
		const rooms = walkmeshes.map(({ walkmesh }) => ({
			name: walkmesh.name,
			// Without a layout nothing says which index a room has.
			index: roomNames?.findIndex((name) => name.toLowerCase() === walkmesh.name.toLowerCase()) ?? -1,
			walkmesh,
		}));
		return writePicture(rooms, surfaces, {
			...given(PLAN_OPTIONS, options),
			things,
			pins: findingPins(report.findings.filter(({ severity }) => severity !== 'info')),
			lines: linesToShow(
				report.findings,
				rooms.map(({ name }) => name),
			),
			...(roomNames === undefined ? {} : { roomNames }),
		});
	},
};
