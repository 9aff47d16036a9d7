import type { ConvertTarget, LevelTarget } from '../pipeline/config.ts';
import { capturing, type Outcome } from './capture.ts';
import type { Task, TaskResults } from './context.ts';
import { convertOnce } from './convert-target.ts';
import { finishMesh } from './finish.ts';
import { TrackedInputs } from './inputs.ts';
import { prepareFile, prepareModelled } from './rooms.ts';
import type { Plan } from './targets.ts';

/** Does a task. @param plan of the task's target */
export async function runTask(task: Task, plan: Plan): Promise<Outcome<TaskResults[Task['step']]>> {
	const { surfaces } = task;
	const level = plan as Plan<LevelTarget>;
	switch (task.step) {
		case 'prepare':
			return capturing((report) => prepareModelled(level, task.mesh, task.markers, surfaces, report));
		case 'read':
			return capturing((report) => prepareFile(level, task.index, task.layout, surfaces, report));
		case 'finish':
			return capturing((report) => finishMesh(level, task.mesh, surfaces, report));
		case 'convert': {
			const inputs = new TrackedInputs(plan.base);
			return capturing((report) => convertOnce(plan as Plan<ConvertTarget>, inputs, surfaces, report));
		}
	}
}
