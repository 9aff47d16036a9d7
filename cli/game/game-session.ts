import { CHECK_PROFILES } from '../../check/profiles.ts';
import type { Game } from '../../game/installation/game.ts';
import { JOBS_OPTION } from '../../pipeline/options.ts';
import { choice, flag, reworded, text } from '../../src/findings/options.ts';
import { outputOptions } from '../shared/outputs.ts';
import type { Session } from '../shared/session.ts';

/** Options of `wokflow game`. */
export const GAME_OPTIONS = {
	...outputOptions('For export the file to write, for extract the folder.'),
	all: flag('For check: all areas.', false),
	profile: choice('For check: build is for what is being made, game for what ships.', CHECK_PROFILES, 'game'),
	jobs: { ...reworded(JOBS_OPTION.jobs, 'For check: threads at most.'), otherwise: 'as many as the machine has' },
	module: text(
		'For install: into the .mod of this module instead of Override. For extract: as the game finds it in this module.',
		{
			placeholder: 'name',
		},
	),
};

export type GameSession = Session<typeof GAME_OPTIONS>;

/** What every action says of the game in `--json`. */
export function gameJson({ title, toldBy }: Game): Readonly<Record<string, unknown>> {
	return { game: { title, toldBy: toldBy ?? null } };
}

/** `KotOR 2` */
export function titleOf({ title }: Game): string {
	return `KotOR ${title === 'k1' ? 1 : 2}`;
}
