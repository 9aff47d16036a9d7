import type { Command } from 'commander';
import { type Surface, toHexColour } from '../../src/walkmesh/surfaces.ts';
import { addCommonOptions, type CommonOptions } from '../options.ts';
import type { RunCommand } from '../session.ts';
import type { Terminal } from '../terminal.ts';

export function addSurfacesCommand(program: Command, runCommand: RunCommand): void {
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
				for (const surface of surfaces.surfaces) terminal.result(row(surface, width, terminal));
				return undefined;
			}),
		);
}

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
