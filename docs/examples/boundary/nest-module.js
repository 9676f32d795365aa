// The module of the Nest app, with its decorators as the functions that they are.
import "reflect-metadata";
import { ConflictException, Controller, Get, Module } from "@nestjs/common";
import { toolError } from "error-contract/standard";

class Plans {
  read() {
    throw toolError("NOT_FOUND", "There is no plan");
  }

  rename() {
    throw new ConflictException("The name is taken");
  }
}

for (const name of ["read", "rename"]) {
  Get(name)(Plans.prototype, name, Object.getOwnPropertyDescriptor(Plans.prototype, name));
}
Controller()(Plans);

export class AppModule {}
Module({ controllers: [Plans] })(AppModule);
