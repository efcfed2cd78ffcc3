// outcome: invalid: is not two digits; a compiled bot that follows a null pointer
int main(void) { volatile int *nowhere = 0; return *nowhere; }
