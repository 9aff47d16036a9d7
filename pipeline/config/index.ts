export { checkConfig } from './check.ts';
export {
	type CommonTarget,
	type ConfigStep,
	type ConvertTarget,
	defineConfig,
	isLevelTarget,
	type LevelTarget,
	type WokflowConfig,
} from './config.ts';
