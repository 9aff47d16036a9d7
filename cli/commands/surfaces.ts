import { SURFACE_OPTIONS } from '../../pipeline/options.ts';
import { toHexColour } from '../../src/model/surface-tables.ts';
import type { Surface } from '../../src/model/surfaces.ts';
import { declareCommand } from '../shared/command.ts';
import type { Terminal } from '../shared/terminal.ts';

export const surfacesCommand = declareCommand({
	name: 'surfaces',
	summary: 'list the surfaces in force: id, name, walkable, line of sight, footstep sound, colour',
	words: () => ({}),
	options: () => ({ surfacemat: SURFACE_OPTIONS.surfacemat }),
	help: 'Examples:\n  wokflow surfaces\n  wokflow surfaces --surfacemat override/surfacemat.2da --json',
	async run({ context, terminal, wantsJson, json }) {
		const { name: table, surfaces } = context.surfaces;
		if (wantsJson) {
			json({ table, surfaces: surfaces.map((each) => ({ ...each, hex: toHexColour(each.colour) })) });
			return undefined;
		}
		const width = Math.max(...surfaces.map(({ label }) => label.length), 4);
		terminal.result(` id  ${'name'.padEnd(width)}  walk  sight  sound  colour`);
		for (const surface of surfaces) terminal.result(row(surface, width, terminal));
		return undefined;
	},
});

function row(surface: Surface, width: number, terminal: Terminal): string {
	const { paintResult: paint, swatch } = terminal;
	const { id, label, walk, lineOfSight, sound, colour } = surface;
	const hex = toHexColour(colour);
	const cells = [
		String(id).padStart(3),
		label.padEnd(width),
		walk ? paint('green', 'yes ') : paint('dim', '-   '),
		lineOfSight ? 'stops' : 'open ',
		(sound || '-').padEnd(5),
		`${swatch(hex)}${hex}`,
	];
	return cells.join('  ').trimEnd();
}
