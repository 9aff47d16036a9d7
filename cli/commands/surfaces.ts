import type { Command } from 'commander';
import { type Surface, toHexColour } from '../../src/surfaces/index.ts';
import { addCommonOptions, type CommonOptions } from '../options.ts';
import { runCommand } from '../session.ts';
import { hasColours } from '../terminal.ts';

export function addSurfacesCommand(program: Command): void {
	addCommonOptions(program.command('surfaces'))
		.description('list the surfaces in force: id, name, walkable, line of sight, footstep sound, colour')
		.addHelpText(
			'after',
			'\nExamples:\n  wokflow surfaces\n  wokflow surfaces --surfacemat override/surfacemat.2da --json',
		)
		.action((options: CommonOptions) =>
			runCommand(options, async ({ surfaces, terminal, wantsJson, json }) => {
				if (wantsJson) {
					json({
						table: surfaces.name,
						surfaces: surfaces.surfaces.map((each) => ({ ...each, hex: toHexColour(each.colour) })),
					});
					return undefined;
				}
				const width = Math.max(...surfaces.surfaces.map(({ label }) => label.length), 4);
				terminal.result(` id  ${'name'.padEnd(width)}  walk  sight  sound  colour`);
				for (const surface of surfaces.surfaces) terminal.result(row(surface, width, terminal.paintResult));
				return undefined;
			}),
		);
}

function row(surface: Surface, width: number, paint: (style: 'green' | 'dim', text: string) => string): string {
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

/** Two cells in the surface's own colour, on a terminal that shows colours. */
function swatch(hex: string): string {
	if (!hasColours(process.stdout)) return '';
	const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
	return `\x1b[48;2;${r};${g};${b}m  \x1b[0m `;
}
