import { SYSTEMS } from '../../src/collect/systems/index'
import { fake } from './fake-system'

// Preloaded into commands: they know the fake system beside their own.
SYSTEMS.push(fake)
